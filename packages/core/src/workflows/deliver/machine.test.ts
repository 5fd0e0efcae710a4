import { describe, expect, test } from 'vitest';
import type { AgentInput } from '../../effects/agent.ts';
import type { PullRequest } from '../../effects/forge.ts';
import { readPull } from '../../effects/forge.ts';
import type { OperationInput } from '../../effects/operation.ts';
import { type FailureCode, fail, ok } from '../../failure/failure.ts';
import { endOfState, type Machine } from '../../machine/machine.ts';
import { replay } from '../../testing/replay.ts';
import type { DeliverJob, DeliverState } from './job.ts';
import { deliver } from './machine.ts';
import { job } from './testing/job.ts';

type Round = Readonly<Record<string, unknown>>;

const diff = { path: 'artifacts/c1.diff', sha256: 'x', bytes: 1 };
const read = { read: ok({ head: 'c1', from: 'b0', diff }) };
const words = '## Summary\n\nIt searches.\n\n## Scope\n\n## Validation\n\n## Follow-ups\n\n- [low] b.ts: invented\n';
const body = { body: ok(words) };
const pushed = { pushed: ok({ commit: 'c1', atMs: 50 }) };
const opened = { opened: ok({ is: 'open', pull: 4, url: 'u', how: 'opened', body: 'written' }) };
const green = { seen: ok({ is: 'green' }) };
const [sample] = readPull.samples as readonly [PullRequest];
const pullRead = (own: Partial<PullRequest> = {}) => ({ read: ok({ ...sample, pull: 4, ...own }) });
const ready = { verdict: ok({ is: 'ready' }) };
const labelled = { labelled: ok({ label: 'agent/automerge' }) };
const merged = { done: ok({ is: 'merged', sha: 'm1', by: 'harness', atMs: 60, checkout: { is: 'none' } }) };

const toOpening = [read, body, pushed];
const toWatching = [...toOpening, opened];
const toReading = [...toWatching, green];
const toJudging = [...toReading, pullRead()];
const toMerging = [...toJudging, ready, labelled];

const after = (rounds: readonly Round[], input: DeliverJob = job): DeliverState => replay(deliver, input, rounds);
const asked = <Input>(state: DeliverState, name: string) =>
  deliver.steps.get(state.at)?.needs(state)[name]?.input as Input;
const args = (state: DeliverState, name: string) => asked<OperationInput>(state, name).args;
const because = (state: DeliverState) => (state.at === 'failed' ? state.because.code : state.at);

describe('the steps of a delivery', () => {
  test('D-22 describing, preparing, pushing, opening, checks, facts, approval, label, merge: each once, in this order', () => {
    const all = [...toMerging, merged];
    const states = all.map((_, at) => after(all.slice(0, at)).at);
    expect(states).toEqual([
      ...[
        'describing',
        'preparing',
        'pushing',
        'opening',
        'watching-checks',
        'reading',
        'judging',
        'labelling',
        'merging',
      ],
    ]);
    const end = after(all);
    expect([end, endOfState(deliver as Machine, end)]).toEqual([
      { at: 'merged', sha: 'm1', pull: 4, by: 'harness' },
      'done',
    ]);
  });

  test("describes the branch against its base, at the forge's commit if given", () => {
    expect(args(after([]), 'read')).toEqual({ branch: 'task/0007-search', base: 'main' });
    expect(args(after([], { ...job, onto: 'b7' }), 'read')).toMatchObject({ onto: 'b7' });
  });

  test('D-28 the preparer gets the plan, the change and the checks, and only reads', () => {
    const { role, input } = asked<AgentInput>(after([read]), 'body');
    expect([role, input]).toEqual(['plans.preparer', { task: '# Search', diff, checks: ['npm test'] }]);
  });

  test("D-32 low findings become the follow-ups verbatim; the preparer's own are dropped", () => {
    const { body: written } = args(after(toOpening), 'opened') as { body: string };
    expect(written).toContain('## Summary\n\nIt searches.');
    expect(written).toMatch(/## Follow-ups\n\n- \[low\] a\.ts:1: a nit\n$/);
    const none = args(after(toOpening, { ...job, followUps: [] }), 'opened') as { body: string };
    expect(none.body).toMatch(/## Follow-ups\n\nNone\.\n$/);
  });

  test('pushes, opens and merges exactly the described commit', () => {
    expect(args(after([read, body]), 'pushed')).toEqual({ branch: 'task/0007-search', commit: 'c1' });
    expect(args(after(toOpening), 'opened')).toMatchObject({ base: 'main', head: 'c1', title: 'Search' });
    expect(args(after(toMerging), 'done')).toMatchObject({ pull: 4, head: 'c1', message: 'Plan: 0007' });
  });

  test('D-29 the merge checker gets plan, change, body and evidence before any label', () => {
    const { role, input } = asked<AgentInput>(after(toJudging), 'verdict');
    expect(role).toBe('plans.merge-checker');
    expect(input).toEqual({ task: '# Search', diff, body: sample.body, evidence: job.evidence });
    expect(args(after([...toJudging, ready]), 'labelled')).toEqual({ pull: 4, label: 'agent/automerge' });
    const objected = after([...toJudging, { verdict: ok({ is: 'objected', why: 'it leaks' }) }]);
    expect(objected).toMatchObject({ because: { code: 'pull.objected', params: { pull: 4, why: 'it leaks' } } });
  });

  test('a continued pull request keeps its text, and no new one is opened', () => {
    const continued = { ...job, onto: 'b1', pull: 4 };
    expect(after([read], continued)).toMatchObject({ at: 'pushing', body: null, pull: 4 });
    expect(after([read, pushed], continued)).toMatchObject({ at: 'watching-checks', pull: 4, sinceMs: 50 });
  });
});

describe('DO-10 the checks', () => {
  test('DO-10 are watched for 15 minutes from the push, every 10 seconds; an empty list counts after a minute', () => {
    expect(args(after(toWatching), 'seen')).toEqual({
      pull: 4,
      head: 'c1',
      sinceMs: 50,
      withinMs: 900_000,
      everyMs: 10_000,
      emptyAfterMs: 60_000,
      ignore: ['automerge'],
    });
  });

  test.each<[string, object, string]>([
    ['green continues', { is: 'green' }, 'reading'],
    ['no checks continues', { is: 'none' }, 'reading'],
    ['a timeout ends it', { is: 'timed-out', pending: ['e2e'] }, 'pull.checks-late'],
    ['red ends it', { is: 'red', red: [] }, 'pull.checks-red'],
    ['a conflict ends it', { is: 'conflict', files: ['a.ts'] }, 'pull.conflict'],
    ['a push by another person ends it', { is: 'changed', head: 'c9' }, 'pull.changed'],
    ['closing ends it', { is: 'closed', by: 'ada' }, 'pull.closed'],
    ['a merge by a person is a success', { is: 'merged', sha: 'm9', by: 'ada' }, 'merged'],
  ])('%s', (_, seen, end) => {
    expect(because(after([...toWatching, { seen: ok(seen) }]))).toBe(end);
  });

  test('that are red can be repaired: their output becomes findings', () => {
    const check = { name: 'test', colour: 'red', url: '', detail: 'failure\nnot ok 1 - shows the page' };
    expect(after([...toWatching, { seen: ok({ is: 'red', red: [check] }) }])).toMatchObject({
      because: { params: { pull: 4, red: 'test' } },
      pull: 4,
      mend: { is: 'checks', findings: [{ severity: 'high', file: 'test', text: 'CI: shows the page' }] },
    });
  });
});

describe('DO-09 merge readiness, row by row', () => {
  const { checks } = sample;
  test.each<[string, Partial<PullRequest>, Partial<DeliverJob>, string]>([
    ['a draft', { isDraft: true }, {}, 'draft'],
    ['red checks', { checks: { ...checks, colour: 'red' } }, {}, 'checks-red'],
    ['pending checks', { checks: { ...checks, colour: 'pending' } }, {}, 'checks-pending'],
    ['requested changes', { changesRequestedBy: ['ada'] }, {}, 'changes-requested'],
    ['no evidence of the end-to-end run', {}, { e2e: 'missing' }, 'no-e2e-evidence'],
    ['a missing section', { sections: ['Summary', 'Scope', 'Follow-ups'] }, {}, 'sections-missing'],
    ['two at once', { isDraft: true, changesRequestedBy: ['ada'] }, {}, 'draft, changes-requested'],
  ])('%s prevents the merge', (_, own, more, reasons) => {
    expect(after([...toReading, pullRead(own)], { ...job, ...more })).toMatchObject({
      because: { code: 'pull.unready', params: { pull: 4, reasons } },
    });
  });

  test.each<[string, Partial<PullRequest>, Partial<DeliverJob>]>([
    ['a skipped end-to-end run', {}, { e2e: 'skipped' }],
    ['an unconfigured end-to-end run', {}, { e2e: 'unconfigured' }],
    ['an additional section', { sections: [...sample.sections, 'Mine'] }, {}],
    ['an unknown merge state', { mergeable: 'unknown' }, {}],
  ])('%s does not prevent the merge', (_, own, more) => {
    expect(after([...toReading, pullRead(own)], { ...job, ...more })).toMatchObject({ at: 'judging' });
  });

  test('a conflict with its base can be repaired', () => {
    const state = after([...toReading, pullRead({ mergeable: 'conflict' })]);
    expect(state).toMatchObject({ because: { code: 'pull.conflict' }, mend: { is: 'base' }, pull: 4 });
  });

  test('notices changes by others after the checks', () => {
    expect(because(after([...toReading, pullRead({ state: { is: 'closed', by: 'ada' } })]))).toBe('pull.closed');
    expect(because(after([...toReading, pullRead({ state: { is: 'merged', sha: 'm9', by: 'ada' } })]))).toBe('merged');
    expect(because(after([...toReading, pullRead({ head: 'c9' })]))).toBe('pull.changed');
  });
});

describe('the merge', () => {
  const blocked = { done: ok({ is: 'blocked', detail: 'a review is missing' }) };

  test('DO-08 of an already merged pull request is a success without work', () => {
    const earlier = { opened: ok({ is: 'merged', pull: 3, sha: 'm0', by: 'ada' }) };
    expect(after([...toOpening, earlier])).toEqual({ at: 'merged', sha: 'm0', pull: 3, by: 'ada' });
  });

  test('is watched while a rule blocks it, until its timeout', () => {
    const state = after([...toMerging, blocked]);
    expect([state.at, args(state, 'seen')]).toEqual([
      'watching-merge',
      { pull: 4, head: 'c1', sinceMs: 50, withinMs: 3_600_000, everyMs: 10_000 },
    ]);
    const seen = (value: object) => because(after([...toMerging, blocked, { seen: ok(value) }]));
    expect(seen({ is: 'merged', sha: 'm9', by: 'ada' })).toBe('merged');
    expect(seen({ is: 'closed', by: 'ada' })).toBe('pull.closed');
    expect(seen({ is: 'changed', head: 'c9' })).toBe('pull.changed');
    const late = after([...toMerging, blocked, { seen: ok({ is: 'timed-out' }) }]);
    expect(late).toMatchObject({ because: { code: 'pull.unmerged', params: { detail: 'a review is missing' } } });
  });

  test.each<[string, object, string, object | undefined]>([
    ['of a branch behind its base', { is: 'behind' }, 'pull.unmerged', { is: 'base' }],
    ['of a conflicting branch', { is: 'conflict', files: ['a.ts', 'b.ts'] }, 'pull.conflict', { is: 'base' }],
    ['of a changed branch', { is: 'changed', head: 'c9' }, 'pull.changed', undefined],
    ['of a closed pull request', { is: 'closed', by: 'ada' }, 'pull.closed', undefined],
  ])('%s fails', (_, done, code, mend) => {
    const state = after([...toMerging, { done: ok(done) }]);
    expect([because(state), state.at === 'failed' ? state.mend : null]).toEqual([code, mend]);
    expect(endOfState(deliver as Machine, state)).toBe('failed');
  });
});

test.each<[string, readonly Round[], string, FailureCode]>([
  ['describing', [], 'read', 'git.failed'],
  ['preparing', [read], 'body', 'agent.schema'],
  ['pushing', [read, body], 'pushed', 'forge.branch-moved'],
  ['opening', toOpening, 'opened', 'forge.refused'],
  ['watching-checks', toWatching, 'seen', 'forge.unavailable'],
  ['reading', toReading, 'read', 'forge.not-found'],
  ['judging', toJudging, 'verdict', 'agent.schema'],
  ['labelling', [...toJudging, ready], 'labelled', 'forge.forbidden'],
  ['merging', toMerging, 'done', 'forge.unauthorized'],
  ['watching-merge', [...toMerging, { done: ok({ is: 'blocked', detail: 'a review' }) }], 'seen', 'forge.unreadable'],
])('D-72 a final failure in %s ends it as that failure', (at, rounds, need, code) => {
  expect(after(rounds).at).toBe(at);
  expect(after([...rounds, { [need]: fail(code) }])).toEqual({ at: 'failed', because: { code, params: {} } });
});
