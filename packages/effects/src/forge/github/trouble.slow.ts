import { forgeOperations as forge, type OpenResult } from '@harness/core/effects/forge';
import { act } from '@harness/core/effects/operation';
import { fail, ok } from '@harness/core/failure/failure';
import type { Effect } from '@harness/core/machine/machine';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch, plainGit } from '../../git/scratch.ts';
import type { Fault } from '../../testing/github-server/fault.ts';
import { commitOn } from '../scratch.ts';
import { gitHubStage, testToken } from './test-stage.ts';

afterAll(clearScratch);

const times = {
  sinceMs: 1_000_000,
  withinMs: 900_000,
  emptyAfterMs: 60_000,
  everyMs: 10_000,
  ignore: ['Agent automerge'],
};

/** A pushed branch, with a pull request unless `isOpen` is false. */
async function setUp({ isOpen = true } = {}) {
  const stage = await gitHubStage();
  const head = stage.branch('task/x');
  await stage.perform(act(forge.pushBranch, { branch: 'task/x', commit: head }));
  const open = act(forge.openPull, { branch: 'task/x', base: 'main', head, title: 'Add', body: '## Summary' });
  if (isOpen) await stage.perform(open);
  const merge = act(forge.mergePull, { pull: 1, head, title: 'Merge', message: 'It adds.' });
  const watch = act(forge.watchChecks, { pull: 1, head, ...times });
  return { ...stage, head, open, merge, watch, hub: stage.server.state };
}
const read = act(forge.readPull, { pull: 1 });
const label = act(forge.labelPull, { pull: 1, label: 'agent/automerge' });

describe('an interrupted write', () => {
  test.each<Fault>(['cut-before', 'cut-after', 'cut-within'])(
    '%s its response happens once when it is retried',
    async (fault) => {
      const { perform, server, open, merge, hub, people } = await setUp({ isOpen: false });
      const twice = async (what: RegExp, effect: Effect, key: string) => {
        server.trouble(what, fault);
        expect(await perform(effect, key)).toMatchObject({ failure: { code: 'forge.unavailable' } });
        return perform(effect, key);
      };
      expect(await twice(/^POST .*pulls$/, open, '1/open')).toMatchObject(ok({ is: 'open', pull: 1 }));
      expect(hub.pulls.length).toBe(1);
      expect(await twice(/^POST .*labels$/, label, '2/label')).toMatchObject({ ok: true });
      expect([...(hub.pulls[0]?.labels ?? [])]).toEqual(['agent/automerge']);
      const before = plainGit(people.bare, ['rev-list', '--count', '--first-parent', 'main']);
      expect(await twice(/^PUT .*merge$/, merge, '3/merge')).toMatchObject(ok({ is: 'merged' }));
      const after = plainGit(people.bare, ['rev-list', '--count', '--first-parent', 'main']);
      expect(Number(after) - Number(before)).toBe(1);
    },
  );

  test('without a response ends at once if it is aborted', async () => {
    const { perform, server, signal, hub } = await setUp();
    server.trouble(/^POST .*labels$/, 'silence');
    server.before(/^POST .*labels$/, () => signal.abort(new Error('parked')));
    await expect(perform(label)).rejects.toThrow('parked');
    expect(hub.pulls[0]?.labels.size).toBeLessThanOrEqual(1);
  });
});

describe('each failure has one code and never contains the token', () => {
  test.each<[Fault, object]>([
    ['unauthorized', { code: 'forge.unauthorized', params: { status: 401 } }],
    ['forbidden', { code: 'forge.forbidden', params: { status: 403 } }],
    ['rate-limit', { code: 'forge.rate-limited', params: { status: 403, retryAfterMs: expect.any(Number) } }],
    ['secondary-limit', { code: 'forge.rate-limited', params: { retryAfterMs: 8_000 } }],
    ['bad-gateway', { code: 'forge.unavailable', params: { detail: 'it answered with a page instead of data' } }],
    ['nonsense', { code: 'forge.unreadable' }],
    ['cut-before', { code: 'forge.unavailable' }],
    ['cut-within', { code: 'forge.unavailable' }],
  ])('%s', async (fault, failure) => {
    const { perform, server } = await setUp();
    server.trouble(/pulls\/1$/, fault, 3);
    const outcome = await perform(read);
    expect(outcome).toMatchObject({ ok: false, failure });
    expect(JSON.stringify(outcome)).not.toContain(testToken);
  });

  test('a secondary limit between pages is a limit, not half a list', async () => {
    const { perform, server, hub, head } = await setUp();
    for (let at = 0; at < 250; at++)
      hub.runs.push({ sha: head, name: `${at}`, status: 'completed', conclusion: 'success' });
    server.trouble(/check-runs.*page=2/, 'secondary-limit');
    expect(await perform(read)).toMatchObject({ failure: { code: 'forge.rate-limited' } });
    expect(await perform(read)).toMatchObject(ok({ checks: { colour: 'green' } }));
  });
});

describe('a watch', () => {
  test('survives temporary failures: a gateway, a lost connection, a short limit', async () => {
    const { perform, server, watch, clock, people, head } = await setUp();
    people.checks(head, ['green']);
    server.trouble(/check-runs/, 'bad-gateway');
    server.trouble(/check-runs/, 'cut-within');
    server.trouble(/check-runs/, 'rate-limit');
    expect(await perform(watch)).toEqual(ok({ is: 'green' }));
    expect(clock.nowMs).toBeGreaterThanOrEqual(1_000_000 + 20_000 + 40_000);
  });

  test('ends with a failure that lasts until its end, and at once with a permanent one', async () => {
    const { perform, server, watch, clock, head } = await setUp();
    server.trouble(/check-runs/, 'bad-gateway', 6);
    const short = act(forge.watchChecks, { pull: 1, head, ...times, withinMs: 50_000 });
    expect(await perform(short)).toMatchObject({ failure: { code: 'forge.unavailable' } });
    expect(clock.nowMs).toBe(1_050_000);
    server.trouble(/check-runs/, 'unauthorized');
    expect(await perform(watch)).toMatchObject({ failure: { code: 'forge.unauthorized' } });
  });

  test('ends with a rate limit that exceeds its time, and reports the retry time', async () => {
    const { perform, server, head } = await setUp();
    server.trouble(/check-runs/, 'rate-limit');
    const short = act(forge.watchChecks, { pull: 1, head, ...times, withinMs: 20_000 });
    expect(await perform(short)).toMatchObject({ failure: { code: 'forge.rate-limited' } });
  });

  test('does not accept an empty list too early, and sees a late check', async () => {
    const { perform, watch, clock, hub, head, server } = await setUp();
    const run = { sha: head, name: 'test', status: 'queued', conclusion: null as string | null };
    clock.meanwhile.push(
      () => {},
      () => {},
      () => hub.runs.push(run),
      () => Object.assign(run, { status: 'completed', conclusion: 'failure' }),
    );
    expect(await perform(watch)).toMatchObject(ok({ is: 'red', red: [{ name: 'test' }] }));
    hub.runs.length = 0;
    clock.nowMs = 1_000_000;
    expect(await perform(watch)).toEqual(ok({ is: 'none' }));
    expect(clock.nowMs).toBe(1_060_000);
    expect(server.log.filter(({ status }) => status === 304).length).toBeGreaterThan(10);
  });

  test('uses no rate limit while nothing changes', async () => {
    const { perform, hub, head, server } = await setUp();
    hub.runs.push({ sha: head, name: 'test', status: 'in_progress', conclusion: null });
    const before = server.used;
    const watch = act(forge.watchChecks, { pull: 1, head, ...times, withinMs: 100_000 });
    expect(await perform(watch)).toEqual(ok({ is: 'timed-out', pending: ['test'] }));
    expect(server.used - before).toBe(3);
  });

  test('counts runs and statuses of all pages, except our own automation', async () => {
    const { perform, watch, hub, head } = await setUp();
    for (let at = 0; at < 130; at++)
      hub.runs.push({ sha: head, name: `${at}`, status: 'completed', conclusion: 'skipped' });
    hub.runs.push({ sha: head, name: 'agent automerge', status: 'in_progress', conclusion: null });
    expect(await perform(watch)).toEqual(ok({ is: 'green' }));
    for (let at = 0; at < 130; at++)
      hub.statuses.push({ sha: head, context: `c${at}`, state: 'success', description: '' });
    hub.statuses.push({ sha: head, context: 'deploy', state: 'error', description: 'no room' });
    expect(await perform(watch)).toEqual(
      ok({ is: 'red', red: [{ name: 'deploy', colour: 'red', url: '', detail: 'no room' }] }),
    );
  });
});

describe('a red job', () => {
  test('contains the end of its log, without secrets', async () => {
    const { perform, watch, hub, head } = await setUp();
    const log = `2026-01-01T00:00:00.1Z using ${testToken}\r\n2026-01-01T00:00:01.1Z ##[error]1 test failed\r\n`;
    hub.runs.push({ sha: head, name: 'test', status: 'completed', conclusion: 'failure', log });
    const detail = 'failure: failure\n\nusing [redacted]\n##[error]1 test failed';
    expect(await perform(watch)).toMatchObject(ok({ is: 'red', red: [{ name: 'test', detail }] }));
  });

  test('without a log is still red, and says so', async () => {
    const { perform, watch, hub, head } = await setUp();
    hub.runs.push({ sha: head, name: 'test', status: 'completed', conclusion: 'failure' });
    const detail = expect.stringContaining('its log cannot be read: Not Found');
    expect(await perform(watch)).toMatchObject(ok({ is: 'red', red: [{ name: 'test', detail }] }));
  });
});

test('W5 a head from before our push means that the poll came too early', async () => {
  const { perform, branch, clock, people, repo } = await setUp();
  const head = branch('task/x', 'more.txt');
  people.checks(head, ['green']);
  clock.meanwhile.push(() => plainGit(repo.root, ['push', '--quiet', people.bare, `${head}:refs/heads/task/x`]));
  expect(await perform(act(forge.watchChecks, { pull: 1, head, ...times }))).toEqual(ok({ is: 'green' }));
});

describe('another person was faster', () => {
  test('a pull request that was opened in between is found by the next try', async () => {
    const { perform, open, server, hub, head } = await setUp({ isOpen: false });
    server.before(/^POST .*pulls$/, () => {
      const row = {
        number: 1,
        branch: 'task/x',
        base: 'main',
        title: 't',
        body: null,
        state: 'open',
        draft: false,
        head,
      };
      const more = { mergedAt: null, mergedBy: null, mergeSha: null, closedBy: null, labels: new Set<string>() };
      hub.pulls.push({ ...row, ...more, state: 'open', reviews: [] });
    });
    expect(await perform(open)).toMatchObject({ failure: { code: 'forge.unavailable' } });
    expect(await perform(open)).toMatchObject(ok({ is: 'open', pull: 1, how: 'found', body: 'written' }));
    expect(hub.pulls[0]?.body).toContain('## Summary');
  });

  test('GitHub rejects a merge after a push in between', async () => {
    const { perform, merge, server, repo, people } = await setUp();
    let theirs = '';
    server.before(/^PUT .*merge$/, () => {
      theirs = commitOn(repo, 'theirs', 'theirs.txt', 'x', 'task/x');
      plainGit(repo.root, ['push', '--quiet', people.bare, `${theirs}:refs/heads/task/x`]);
    });
    expect(await perform(merge)).toEqual(ok({ is: 'changed', head: theirs }));
  });

  test('a merge by a person in between counts', async () => {
    const { perform, merge, server, people } = await setUp();
    server.before(/^PUT .*merge$/, () => people.merge(1));
    expect(await perform(merge)).toMatchObject(ok({ is: 'merged', by: 'ada' }));
  });
});

describe('rules of a repository', () => {
  test('squashes if merge commits are not allowed, with the trailer', async () => {
    const { perform, merge, hub, people } = await setUp();
    hub.allows.merge = false;
    expect(await perform(merge, '5/merge')).toMatchObject(ok({ is: 'merged' }));
    const trailer = '--format=%(trailers:key=Harness-Effect,valueonly)';
    expect(plainGit(people.bare, ['log', '-1', trailer, 'main']).trim()).toBe('run-1/5/merge');
  });

  test('reports a blocking rule and merges nothing', async () => {
    const { perform, merge, hub } = await setUp();
    hub.protection = 'At least 1 approving review is required by reviewers with write access.';
    expect(await perform(merge)).toMatchObject(
      ok({ is: 'blocked', detail: expect.stringContaining('approving review') }),
    );
    hub.protection = 'Head branch is not up to date with the base branch';
    expect(await perform(merge)).toEqual(ok({ is: 'behind' }));
    expect(hub.pulls[0]?.mergedAt).toBeNull();
  });

  test('creates a missing label', async () => {
    const { perform, hub } = await setUp();
    hub.labels = new Set();
    expect(await perform(label)).toEqual(ok({ label: 'agent/automerge' }));
    expect([...(hub.pulls[0]?.labels ?? [])]).toEqual(['agent/automerge']);
  });

  test('opens a new pull request if GitHub does not reopen the closed one', async () => {
    const { perform, open, hub, people } = await setUp();
    people.close(1);
    hub.mayReopen = false;
    expect(await perform(open, '9/anew')).toMatchObject(
      ok({ is: 'open', pull: 2, how: 'opened' } satisfies Partial<OpenResult>),
    );
  });
});

test.each(['', '+', 'HEAD', '--force'])(
  'refuses to push %j: it would delete, force, or mean something else',
  async (commit) => {
    const { perform, people, head } = await setUp();
    const sign = commit === '+' ? `+${head}` : commit;
    const outcome = await perform(act(forge.pushBranch, { branch: 'task/x', commit: sign }));
    expect(outcome).toMatchObject({ failure: { code: 'git.failed', params: { detail: `"${sign}" is not a commit` } } });
    expect(plainGit(people.bare, ['rev-parse', 'task/x'])).toBe(head);
  },
);

test.each([
  [120, 'the last page'],
  [100, 'a new page: the full page before it did not change'],
])('after %i reviews the next one is found on %s', async (reviews) => {
  const { perform, hub, people } = await setUp();
  for (let at = 0; at < reviews; at++) hub.pulls[0]?.reviews.push({ by: 'ada', state: 'COMMENTED' });
  expect(await perform(read)).toMatchObject(ok({ changesRequestedBy: [] }));
  people.review(1, 'grace', 'changes-requested');
  expect(await perform(read)).toMatchObject(ok({ changesRequestedBy: ['grace'] }));
});

test('removes secrets from the texts of agents', async () => {
  const { perform, hub, head } = await setUp({ isOpen: false });
  const body = `the token is ${testToken}`;
  await perform(act(forge.openPull, { branch: 'task/x', base: 'main', head, title: 'Add', body }));
  expect(hub.pulls[0]?.body).toContain('the token is [redacted]');
});

test('every operation reports an unauthorized token', async () => {
  const { perform, server, open, merge, watch } = await setUp();
  server.trouble(/./, 'unauthorized', 100);
  for (const effect of [read, open, merge, watch, label])
    expect(await perform(effect)).toEqual(
      fail('forge.unauthorized', { status: 401, detail: 'Bad credentials - https://docs.github.com/rest' }),
    );
});
