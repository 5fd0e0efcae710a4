import { describe, expect, test } from 'vitest';
import type { AgentInput } from '../../effects/agent.ts';
import type { CallInput } from '../../effects/call.ts';
import type { CheckInput } from '../../effects/check.ts';
import { type PullRequest, readPull } from '../../effects/forge.ts';
import type { OperationInput } from '../../effects/operation.ts';
import { fail, ok, sampleFailure } from '../../failure/failure.ts';
import { sampleArtifact } from '../../journal/artifact.ts';
import { endOfState, type Machine } from '../../machine/machine.ts';
import { replay } from '../../testing/replay.ts';
import { sampleScreens } from '../../testing/screens.ts';
import type { PhaseJob, PhaseState } from './job.ts';
import { phase } from './machine.ts';
import { jobs, leak, nit } from './testing/jobs.ts';

type Round = Readonly<Record<string, unknown>>;
const after = (job: PhaseJob, ...rounds: readonly Round[]) => replay(phase, job, rounds);
const asked = <Input>(state: PhaseState, name: string) => phase.steps.get(state.at)?.needs(state)[name]?.input as Input;
const exits = (state: PhaseState) => endOfState(phase as Machine, state);

const change = { read: ok({ head: 'c1', from: 'b0', diff: sampleArtifact }) };
const lane = { lane: ok({ path: 'l', branch: 'task/0007-search', base: 'c1', continues: true }) };
const closed = { closed: ok({ kept: null, branchRemoved: false }) };
const ended = (result: unknown) => ({ loop: { child: 'c', end: 'done', result } });

describe('implement and fix', () => {
  test('D-23, D-80 run converge on the existing branch without reviewers', () => {
    const { machine, input } = asked<CallInput>(after(jobs.implement), 'loop');
    expect(machine).toBe('converge');
    expect(input).toMatchObject({
      item: '0007',
      branch: 'task/0007-search',
      from: 'main',
      continues: true,
      whenSpent: 'fail',
      roles: { implement: 'plans.implementer', repair: 'plans.fixer', review: [] },
    });
    expect(input).not.toHaveProperty('e2e');
    expect(input).not.toHaveProperty('mend');
  });

  test('a fix is proved like the implementation, with what a person decided about the branch', () => {
    const trust = { witness: 'ask', mutants: { count: 0, budgetMs: 0, leastKilled: 0 } } as const;
    const decided = { promised: ['p1'] };
    const fix = { ...jobs.fix, plan: { ...jobs.fix.plan, trust }, decided };
    expect(asked<CallInput>(after(fix), 'loop').input).toMatchObject({ trust, decided });
  });

  test('D-23, D-27 fix starts with the findings', () => {
    expect(asked<CallInput>(after(jobs.fix), 'loop').input).toMatchObject({
      mend: { is: 'findings', findings: [leak] },
    });
  });

  test.each([
    [
      'done with a commit on the branch',
      { at: 'converged', followUps: [], commit: 'd1', branch: 'task/0007-search' },
      'done',
    ],
    ['DO-08 failed without a change', { at: 'converged', followUps: [], commit: null }, 'failed'],
    ['limit reached with red checks', { at: 'spent' }, 'limit-reached'],
    ['stopped by a person', { at: 'stopped' }, 'stopped'],
    ['stopped if converge was ended from outside', null, 'stopped'],
    ['failed by a failure', { at: 'failed', because: { code: 'agent.crash', params: {} } }, 'failed'],
  ])('D-23 %s', (_, result, end) => {
    expect(exits(after(jobs.implement, ended(result)))).toBe(end);
  });
});

describe('review-ui', () => {
  const seen = { looked: ok(sampleScreens) };
  const toLook = [change, lane];

  test('D-23, Dd-07 gives screens of the running product to the UI reviewer, in a lane on the branch', () => {
    const looking = asked<OperationInput>(after(jobs['review-ui'], ...toLook), 'looked');
    expect(looking).toMatchObject({ op: 'take-screens', args: { cwd: 'l', server: { command: 'npm run dev' } } });
    expect(asked<AgentInput>(after(jobs['review-ui'], ...toLook, seen), 'review')).toMatchObject({
      role: 'plans.ui-reviewer',
      input: { shots: sampleScreens.shots },
    });
  });

  test.each([
    ['done without a blocking finding', [seen, { review: ok([nit]) }], 'done'],
    ['failed with a blocking finding', [seen, { review: ok([leak]) }], 'failed'],
    [
      'failed if the change broke the server',
      [{ looked: sampleFailure('server.died', { exitCode: 1, tail: 'boom' }) }],
      'failed',
    ],
    ['D-68 failed if the port is in use', [{ looked: sampleFailure('server.port-in-use', { port: 3_000 }) }], 'failed'],
    [
      'failed without a browser: this phase has no other purpose',
      [{ looked: ok({ is: 'skipped', why: '' }) }],
      'failed',
    ],
  ])('D-23 %s', (_, rounds, end) => {
    expect(exits(after(jobs['review-ui'], ...toLook, ...rounds, closed))).toBe(end);
  });
});

describe('review', () => {
  const reviewing = [change, lane];

  test('D-23, D-26 reviews the change of the branch, in a lane on it', () => {
    expect(asked<AgentInput>(after(jobs.review, ...reviewing), 'review')).toMatchObject({
      role: 'plans.reviewer',
      item: '0007',
      workplace: { cwd: 'l', checkpoint: 'c1' },
    });
  });

  test.each([
    ['no findings', [], 'reviewed', 'done'],
    ['only low findings', [nit], 'reviewed', 'done'],
    ['blocking findings', [nit, leak], 'blocked', 'failed'],
  ])('D-23, D-30 finds %s', (_, findings, at, end) => {
    const state = after(jobs.review, ...reviewing, { review: ok(findings) }, closed);
    expect(state).toEqual({ at, head: 'c1', findings });
    expect(exits(state)).toBe(end);
  });

  test('an unreadable answer is not a clean review', () => {
    const state = after(jobs.review, ...reviewing, { review: fail('agent.schema') }, closed);
    expect(exits(state)).toBe('unreadable');
  });
});

describe('e2e-verify', () => {
  const verifying = [change, lane];
  const report = (green: boolean, tail = '') => ({
    report: ok({ green, exitCode: green ? 0 : 1, tail, log: sampleArtifact }),
  });

  test('D-37, D-38 runs the command in a lane on the branch and keeps its artifacts', () => {
    expect(asked<CheckInput>(after(jobs['e2e-verify'], ...verifying), 'report')).toMatchObject({
      command: 'npm run e2e',
      cwd: 'l',
      keep: { folders: ['report'], in: 'kept/e2e-verify' },
    });
  });

  test('D-23, D-36 is done if green; if red, it makes findings from the log', () => {
    const green = after(jobs['e2e-verify'], ...verifying, report(true), closed);
    expect([green.at, exits(green)]).toEqual(['verified', 'done']);
    const red = after(jobs['e2e-verify'], ...verifying, report(false, '✖ shows the page'), closed);
    expect(red).toMatchObject({ at: 'broken', findings: [{ text: 'end to end: shows the page' }] });
    expect(exits(red)).toBe('failed');
  });

  test('treats a timeout as red; a command that cannot start fails', () => {
    const late = { report: sampleFailure('check.timed-out', { tail: 'waiting' }) };
    expect(after(jobs['e2e-verify'], ...verifying, late, closed)).toMatchObject({ at: 'broken' });
    const missing = { report: sampleFailure('check.unstartable') };
    expect(after(jobs['e2e-verify'], ...verifying, missing, closed)).toMatchObject({ at: 'failed' });
  });
});

describe('prepare-pr', () => {
  const body = '## Summary\n\nx\n\n## Scope\n\n## Validation\n\n## Follow-ups\n\nNone.';

  test('D-23, D-28, D-32 writes the body, with the low findings as follow-ups', () => {
    const state = after(jobs['prepare-pr'], change, { body: ok(body) });
    expect(state).toMatchObject({ at: 'prepared', head: 'c1' });
    expect((state as { body: string }).body).toMatch(/^## Summary\n[\s\S]*\n- \[low\] a\.ts:1: a nit\n$/);
  });

  test('D-79 refuses a commit that was not reviewed', () => {
    const moved = { read: ok({ head: 'c2', from: 'b0', diff: sampleArtifact }) };
    expect(after(jobs['prepare-pr'], moved)).toMatchObject({ at: 'failed', because: { code: 'plan.unreviewed' } });
  });
});

describe('merge-check', () => {
  const found = { found: ok({ pull: 4 }) };
  const pull = readPull.samples[0] as PullRequest;
  const read = (own: Partial<PullRequest> = {}) => ({ read: ok({ ...pull, ...own }) });
  const judging = (job: PhaseJob = jobs['merge-check'], own: Partial<PullRequest> = {}) =>
    after(job, change, found, read(own));

  test('D-23, D-29 ends with the approval and merges nothing', () => {
    expect(asked<AgentInput>(judging(), 'verdict')).toMatchObject({ role: 'plans.merge-checker' });
    const ready = after(jobs['merge-check'], change, found, read(), { verdict: ok({ is: 'ready' }) });
    expect([ready, exits(ready)]).toEqual([{ at: 'ready', head: 'c1', pull: 4 }, 'done']);
    const unready = after(jobs['merge-check'], change, found, read(), { verdict: ok({ is: 'unready', why: 'x' }) });
    expect([exits(unready), unready]).toMatchObject(['failed', { because: { code: 'pull.objected' } }]);
  });

  test.each<[string, PhaseJob, Partial<PullRequest>, string]>([
    ['a draft', jobs['merge-check'], { isDraft: true }, 'draft'],
    ['no evidence of an end-to-end run', { ...jobs['merge-check'], e2e: 'missing' }, {}, 'no-e2e-evidence'],
    ['a head without a review', { ...jobs['merge-check'], review: null }, {}, 'no-clean-review'],
  ])('DO-09 %s prevents the merge', (_, job, own, reason) => {
    expect(judging(job, own)).toMatchObject({ because: { code: 'pull.unready', params: { reasons: reason } } });
  });

  test('reports a missing pull request or another commit', () => {
    expect(after(jobs['merge-check'], change, { found: ok({ pull: null }) })).toMatchObject({
      because: { code: 'pull.none' },
    });
    expect(judging(jobs['merge-check'], { head: 'c2' })).toMatchObject({ because: { code: 'pull.changed' } });
  });
});
