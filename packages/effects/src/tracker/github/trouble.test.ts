/** Tests GitHub Issues with faults of the server and the network, and with what only GitHub has. */
import { act } from '@harness/core/effects/operation';
import { type FoundIssue, trackerOperations as ops } from '@harness/core/effects/tracker';
import { fail, ok } from '@harness/core/failure/failure';
import { withMark } from '@harness/core/tracker/marks';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../testing/github-server/fault.ts';
import { newIssueState } from '../../testing/github-server/state.ts';
import { type GitHubStage, gitHubStage, gitHubScope as scope, testToken } from './test-stage.ts';

const find = act(ops.findIssue, { scope, exclude: [] });
const claim = (issue: string) => act(ops.claimIssue, { scope, issue, comment: 'Iteration 1' });
const comment = (issue: string) => act(ops.commentIssue, { scope, issue, body: 'note' });
const finish = (issue: string) => act(ops.finishIssue, { scope, issue });
const found = async ({ perform }: GitHubStage): Promise<FoundIssue> => {
  const outcome = await perform(find);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value as FoundIssue;
};

describe('each failure has one code and never contains the token', () => {
  test.each<[Fault, object]>([
    ['unauthorized', { code: 'tracker.unauthorized', params: { status: 401 } }],
    ['forbidden', { code: 'tracker.forbidden', params: { status: 403 } }],
    ['rate-limit', { code: 'tracker.rate-limited', params: { status: 403, retryAfterMs: expect.any(Number) } }],
    ['secondary-limit', { code: 'tracker.rate-limited', params: { retryAfterMs: 8_000 } }],
    ['bad-gateway', { code: 'tracker.unavailable', params: { detail: 'it answered with a page instead of data' } }],
    ['nonsense', { code: 'tracker.unreadable' }],
    ['cut-before', { code: 'tracker.unavailable' }],
    ['cut-within', { code: 'tracker.unavailable' }],
    ['silence', { code: 'tracker.unavailable' }],
  ])('%s', async (fault, failure) => {
    const stage = await gitHubStage(300);
    const id = await stage.people.add({ title: 'x' });
    stage.server.trouble(/issues/, fault, 20);
    for (const effect of [find, claim(id), comment(id), finish(id)]) {
      const outcome = await stage.perform(effect);
      expect(outcome).toMatchObject({ ok: false, failure });
      expect(JSON.stringify(outcome)).not.toContain(testToken);
    }
    expect((await stage.people.look(id))?.status).toBe('open');
  });

  test('a limit between pages is a limit, not half a list', async () => {
    const stage = await gitHubStage();
    for (let n = 0; n < 150; n++) await stage.people.add({ title: `${n}`, priority: 4 });
    await stage.people.add({ title: 'urgent', priority: 1 });
    stage.server.trouble(/page=2/, 'rate-limit');
    expect(await stage.perform(find)).toMatchObject({ failure: { code: 'tracker.rate-limited' } });
    expect(await found(stage)).toMatchObject({ issue: { title: 'urgent' } });
  });

  test('a locked issue refuses the comment', async () => {
    const stage = await gitHubStage();
    const id = await stage.people.add({ title: 'x' });
    stage.issue(id).isLocked = true;
    expect(await stage.perform(comment(id))).toMatchObject({ failure: { code: 'tracker.forbidden' } });
  });
});

test('an unchanged list of 5,000 issues costs none of the rate limit', async () => {
  const stage = await gitHubStage();
  const { issues } = stage.server.state;
  for (let n = 0; n < 5_000; n++)
    issues.push(newIssueState(stage.server.state, { title: `${n}`, labels: new Set(['ready']) }));
  issues[4_321]?.labels.add('P0');
  expect(await found(stage)).toMatchObject({ issue: { id: '4322', priority: 1 } });
  const [used, asked] = [stage.server.used, stage.server.log.length];
  expect(asked).toBe(50);
  await found(stage);
  expect([stage.server.used - used, stage.server.log.length - asked]).toEqual([1, 50]); // a full last page is read again
});

test('a pull request is no issue, also with the label', async () => {
  const stage = await gitHubStage();
  stage.issue(await stage.people.add({ title: 'a pull request', priority: 1 })).isPull = true;
  const id = await stage.people.add({ title: 'an issue', priority: 4 });
  expect(await found(stage)).toMatchObject({
    issue: { id, priority: 4, url: `https://github.com/acme/app/issues/${id}` },
  });
});

test('reads the blockers from a server that does not count them', async () => {
  const stage = await gitHubStage();
  stage.server.state.hasDependencySummary = false;
  const first = await stage.people.add({ title: 'first', priority: 4 });
  const second = await stage.people.add({ title: 'second', priority: 1, blockedBy: [first] });
  expect(await found(stage)).toMatchObject({ issue: { id: first } });
  expect(stage.server.log.filter(({ what }) => what.includes('dependencies')).map(({ status }) => status)).toEqual([
    200, 200,
  ]);
  await stage.people.close(first, 'done');
  expect(await found(stage)).toMatchObject({ issue: { id: second } });
});

describe('comments of people', () => {
  const forged = (effect: string) => withMark('Mine!', { kind: 'claim', effect, over: null });

  test('with the mark of a claim or of a comment change nothing', async () => {
    const stage = await gitHubStage();
    const id = await stage.people.add({ title: 'x' });
    await stage.people.comment(id, forged('foreign-9/1/claim'));
    await stage.people.comment(id, withMark('done', { kind: 'comment', effect: 'run-1/1/x', over: null }));
    await found(stage);
    expect(await stage.perform(claim(id))).toEqual(ok({ is: 'claimed' }));
    expect(await stage.perform(comment(id), { isRetry: true })).toEqual(ok({ is: 'written' }));
    expect((await stage.people.look(id))?.comments).toHaveLength(4);
  });

  test('between the list and the claim do not hide the claim of another run', async () => {
    const stage = await gitHubStage();
    const id = await stage.people.add({ title: 'x' });
    await found(stage);
    stage.server.before(/^POST .*comments$/, () => stage.people.comment(id, 'a question'));
    expect(await stage.perform(claim(id))).toEqual(ok({ is: 'claimed' }));
    const other = await gitHubStage();
    const second = await other.people.add({ title: 'y' });
    await found(other);
    other.server.before(/^POST .*comments$/, () => {
      const at = new Date(Date.now() - 1_000).toISOString();
      const body = forged('foreign-9/1/claim');
      other.issue(second).comments.push({ id: 900, body, by: 'bot', association: 'MEMBER', at });
    });
    expect(await other.perform(claim(second))).toEqual(ok({ is: 'taken', by: 'foreign-9' }));
    expect(await other.people.look(second)).toMatchObject({ status: 'open', comments: [expect.anything()] });
  });

  test('a claim of another machine ends after a day, or when a person takes the issue back', async () => {
    for (const [hours, isActive] of [
      [25, true],
      [1, false],
    ] as const) {
      const stage = await gitHubStage();
      const id = await stage.people.add({ title: 'x', labels: ['ready', ...(isActive ? ['In Progress'] : [])] });
      const at = new Date(Date.now() - hours * 3_600_000).toISOString();
      const body = forged('foreign-9/1/claim');
      stage.issue(id).comments.push({ id: 900, body, by: 'bot', association: 'MEMBER', at });
      expect(await stage.perform(claim(id))).toEqual(ok({ is: 'claimed' }));
      expect(await stage.perform(claim(id), { run: 'run-2' })).toEqual(ok({ is: 'taken', by: 'run-1' }));
    }
  });
});

test('a person who closed the issue earlier keeps the reason', async () => {
  const stage = await gitHubStage();
  const id = await stage.people.add({ title: 'x', labels: ['ready', 'In Progress'] });
  Object.assign(stage.issue(id), { state: 'closed', stateReason: 'completed', closedAt: '2026-01-01T00:00:00Z' });
  expect(await stage.perform(finish(id))).toEqual(ok({ is: 'changed', how: 'closed' }));
});

test('a repository that does not exist is named with those of its owner', async () => {
  const { perform } = await gitHubStage();
  const open = (project: string) => perform(act(ops.openTracker, { scope: { ...scope, project } }));
  expect(await open('acme/nowhere')).toEqual(
    fail('tracker.not-found', { detail: 'the repository acme/nowhere; acme has: app, web' }),
  );
  expect(await open('nowhere')).toMatchObject({ failure: { code: 'tracker.not-found' } });
});

test('removes secrets from comments', async () => {
  const stage = await gitHubStage();
  const id = await stage.people.add({ title: 'x' });
  await stage.perform(act(ops.commentIssue, { scope, issue: id, body: `the key is ${testToken}` }));
  expect((await stage.people.look(id))?.comments[0]).toContain('the key is [redacted]');
});
