import { describe, expect, test } from 'vitest';
import type { Finding } from '../../answer-contracts/finding.ts';
import type { CallInput } from '../../effects/call.ts';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { endOfState, type Machine } from '../../machine/machine.ts';
import { replay } from '../../testing/replay.ts';
import { converge } from '../converge/machine.ts';
import { deliver } from '../deliver/machine.ts';
import type { PlanState } from './job.ts';
import { plan } from './machine.ts';
import { e2e, planJob } from './testing/jobs.ts';

const low: Finding = { severity: 'low', file: 'a.ts', line: 1, text: 'a nit' };
const red: Finding = { severity: 'high', file: 'test', line: null, text: 'CI: it broke' };
const even = { is: 'even' };
const fetched = (commit: string, local: object = even) => ok({ commit, local });
const noMerge = { listed: ok({ merged: [] }), fetched: fetched('b1') };
const ended = (result: unknown) => ({ child: 'c', end: 'done', result });
const done = { at: 'converged', followUps: [low], commit: 'd1', branch: 'task/0007-search-2', passesLeft: 2 };
const converged = { loop: ended(done) };
const merged = { pull: ended({ at: 'merged', sha: 'm1', pull: 4, by: 'someone' }) };
const filed = { filed: ok({ commit: 'f1', local: even }) };
const unmerged = (code: string, mend?: object) => ({
  pull: ended({ at: 'failed', because: { code, params: {} }, ...(mend ? { mend, pull: 4 } : {}) }),
});
const behind = unmerged('pull.unmerged', { is: 'base' });
const redAtForge = unmerged('pull.checks-red', { is: 'checks', findings: [red] });
const mended = (own: object = {}) => ({ loop: ended({ ...done, commit: 'd2', followUps: [], ...own }) });

const after = (rounds: readonly Readonly<Record<string, unknown>>[], input = planJob) => replay(plan, input, rounds);
const asked = <Input>(state: PlanState, name: string) => plan.steps.get(state.at)?.needs(state)[name]?.input as Input;

describe('plan', () => {
  test('D-22 implements, delivers and files a plan; then it is shipped', () => {
    expect(after([noMerge])).toMatchObject({ at: 'converging', onto: 'b1' });
    expect(after([noMerge, converged])).toMatchObject({ at: 'delivering', branch: 'task/0007-search-2' });
    expect(after([noMerge, converged, merged])).toMatchObject({ at: 'filing', sha: 'm1' });
    const shipped = after([noMerge, converged, merged, filed]);
    expect(shipped).toEqual({ at: 'shipped', sha: 'm1' });
    expect(endOfState(plan as Machine, shipped)).toBe('done');
  });

  test('D-27, D-33, Dd-04 converge gets the plan roles and passes, and fails when they are spent', () => {
    const { machine, input } = asked<CallInput>(after([noMerge]), 'loop');
    expect(machine).toBe('converge');
    expect(input).toMatchObject({
      item: '0007',
      task: '# Search',
      branch: 'task/0007-search',
      passes: 3,
      whenSpent: 'fail',
      e2e,
      roles: { implement: 'plans.implementer', repair: 'plans.fixer', review: ['plans.reviewer'] },
    });
    const spent = after([noMerge, { loop: ended({ at: 'spent' }) }]);
    expect(endOfState(plan as Machine, spent)).toBe('limit-reached');
  });

  test('checks that a person ignores on the base decide neither in a repair nor at the forge', () => {
    const input = { ...planJob, checks: ['npm test', 'npm run lint'] };
    const delivering = after([noMerge, { loop: ended({ ...done, ignored: ['npm test'] }) }], input);
    expect(asked<CallInput>(delivering, 'pull').input).toMatchObject({
      checks: ['npm run lint'],
      patience: { ignore: [...planJob.patience.ignore, 'npm test'], ignoredByPerson: ['npm test'] },
    });
  });

  test('starts from the base of the forge and delivers onto it', () => {
    expect(asked<CallInput>(after([noMerge]), 'loop').input).toMatchObject({ at: 'b1' });
    expect(asked<CallInput>(after([noMerge, converged]), 'pull').input).toMatchObject({ base: 'main', onto: 'b1' });
  });

  test('does not start while the local base has unpushed commits, which the pull request would leave out', () => {
    const state = after([{ ...noMerge, fetched: fetched('b1', { is: 'unpushed', commits: 2 }) }]);
    expect(state).toMatchObject({ at: 'failed', because: { code: 'base.unpushed', params: { commits: 2 } } });
    const dirty = { ...noMerge, fetched: fetched('b1', { is: 'left', why: 'it is dirty' }) };
    expect(after([dirty])).toMatchObject({ at: 'converging', onto: 'b1' });
  });

  test('D-79 only a converged change gets a pull request', () => {
    const others = converge.results.filter(({ at }) => at !== 'converged');
    const redBefore = [noMerge, converged, redAtForge];
    for (const rounds of [[noMerge], redBefore])
      for (const result of others)
        expect(after([...rounds, { loop: ended(result) }])).not.toMatchObject({ at: 'delivering' });
    expect([others.length, after([noMerge, converged]).at]).toEqual([3, 'delivering']);
    expect(deliver.steps.get('describing')?.to).toEqual(['preparing', 'pushing', 'failed']);
  });

  test('D-32, D-37 the pull request gets the follow-ups and the evidence', () => {
    const { machine, input } = asked<CallInput>(after([noMerge, converged]), 'pull');
    expect(machine).toBe('deliver');
    expect(input).toMatchObject({
      followUps: [low],
      e2e: 'passed',
      evidence: 'kept/e2e-verify',
      label: 'agent/automerge',
    });
  });

  test('D-38 a skipped end-to-end run leaves no evidence, and none is required', () => {
    const skipped = { ...planJob, e2e: 'skipped' as const };
    expect(asked<CallInput>(after([noMerge], skipped), 'loop').input).not.toHaveProperty('e2e');
    const { input } = asked<CallInput>(after([noMerge, converged], skipped), 'pull');
    expect(input).toMatchObject({ e2e: 'skipped', evidence: null });
  });

  test('DO-08 a plan with a merged pull request is only filed', () => {
    const merge = { pull: 3, branch: 'task/0007-search', sha: 'm0', by: 'x', atMs: 1 };
    expect(after([{ ...noMerge, listed: ok({ merged: [merge] }) }])).toMatchObject({ at: 'filing', sha: 'm0' });
  });

  test('DO-08 a plan that changes nothing fails', () => {
    const unchanged = { loop: ended({ at: 'converged', followUps: [], commit: null, branch: 'task/0007-search' }) };
    expect(after([noMerge, unchanged])).toMatchObject({ at: 'failed', because: { code: 'plan.no-change' } });
  });

  test('DO-08 a local-only run ends with its branch', () => {
    const local = { ...planJob, localOnly: true };
    expect(after([], local)).toMatchObject({ at: 'converging', onto: null });
    expect(asked<CallInput>(after([], local), 'loop').input).not.toHaveProperty('at');
    expect(after([converged], local)).toEqual({ at: 'built', branch: 'task/0007-search-2', followUps: [low] });
  });

  test('D-43 a merged plan is shipped even if its file cannot be moved; the result names the manual step', () => {
    const refused = after([noMerge, converged, merged, { filed: sampleFailure('forge.unavailable', {}) }]);
    expect(refused).toEqual({
      at: 'shipped',
      sha: 'm1',
      left: { is: 'failed', because: { code: 'forge.unavailable', params: {} } },
    });
    const waits = { filed: ok({ commit: null, waits: { pull: 9, url: 'u' }, local: even }) };
    const waiting = after([noMerge, converged, merged, waits]);
    expect(waiting).toEqual({ at: 'shipped', sha: 'm1', left: { is: 'waiting', pull: 9, url: 'u' } });
    expect([refused, waiting].map((state) => endOfState(plan as Machine, state))).toEqual(['done', 'done']);
  });

  test.each([
    ['a failed listing of merges', [{ ...noMerge, listed: sampleFailure('forge.unauthorized') }], 'failed'],
    ['a failed fetch of the base', [{ ...noMerge, fetched: sampleFailure('forge.not-found') }], 'failed'],
    [
      'a failed converge run',
      [noMerge, { loop: ended({ at: 'failed', because: { code: 'agent.crash', params: {} } }) }],
      'failed',
    ],
    ['a stopped converge run', [noMerge, { loop: ended(null) }], 'stopped'],
    ['a stop at a question', [noMerge, { loop: ended({ at: 'stopped' }) }], 'stopped'],
    ['a failed delivery', [noMerge, converged, unmerged('pull.closed')], 'failed'],
    ['a stopped delivery', [noMerge, converged, { pull: ended(null) }], 'stopped'],
    ['a stopped repair', [noMerge, converged, redAtForge, { loop: ended(null) }], 'stopped'],
  ])('%s ends the run', (_, rounds, end) => {
    expect(endOfState(plan as Machine, after(rounds))).toBe(end);
  });
});

describe('a pull request that cannot be merged', () => {
  const delivered = [noMerge, converged];

  test('with red checks goes back to the fixer on the same branch, with the remaining passes', () => {
    const mending = after([...delivered, redAtForge]);
    const { machine, input } = asked<CallInput>(mending, 'loop');
    expect([mending.at, machine]).toEqual(['mending', 'converge']);
    expect(input).toMatchObject({
      branch: 'task/0007-search-2',
      passes: 2,
      whenSpent: 'fail',
      item: '0007',
      mend: { is: 'findings', findings: [red] },
    });
    const again = after([...delivered, redAtForge, mended({ passesLeft: 1, followUps: [{ ...low, text: 'new' }] })]);
    expect(again).toMatchObject({ at: 'delivering', passesLeft: 1, pull: null, onto: 'b1' });
    expect(asked<CallInput>(again, 'pull').input).toMatchObject({ followUps: [low, { ...low, text: 'new' }] });
  });

  test('keeps what a person decided about its proof, until the repair is proved', () => {
    const trust = { witness: 'ask', mutants: { count: 0, budgetMs: 0, leastKilled: 0 } } as const;
    const decided = { promised: ['p1'], unwitnessed: [{ code: 'no-test', names: [] }] };
    const accepted = { loop: ended({ ...done, ...decided }) };
    const before = [noMerge, accepted, redAtForge];
    expect(asked<CallInput>(after(before, { ...planJob, trust }), 'loop').input).toMatchObject({ trust, decided });
    const again = after([...before, mended(decided)]);
    expect(asked<CallInput>(again, 'pull').input).toMatchObject({ unwitnessed: decided.unwitnessed });
    const witnessed = after([...before, mended()]);
    expect(asked<CallInput>(witnessed, 'pull').input).not.toHaveProperty('unwitnessed');
  });

  test.each([
    ['no pass is left', [{ ...converged, loop: ended({ ...done, passesLeft: 0 }) }, redAtForge]],
    ['the repair spends all passes', [converged, redAtForge, { loop: ended({ at: 'spent' }) }]],
    ['the fixer changed nothing', [converged, redAtForge, mended({ commit: null })]],
  ])('with red checks fails as pull.checks-red when %s', (_, rounds) => {
    expect(after([noMerge, ...rounds])).toMatchObject({ at: 'failed', because: { code: 'pull.checks-red' } });
  });

  test('because its base moved gets the new base merged in and keeps its body', () => {
    const catching = after([...delivered, behind]);
    expect(catching).toMatchObject({ at: 'catching-up', catchUpsLeft: 2 });
    const mending = after([...delivered, behind, { fetched: fetched('b2') }]);
    expect(asked<CallInput>(mending, 'loop').input).toMatchObject({
      branch: 'task/0007-search-2',
      title: 'Merge main into task/0007-search-2',
      mend: { is: 'base', bring: 'b2' },
    });
    const again = after([...delivered, behind, { fetched: fetched('b2') }, mended()]);
    expect(asked<CallInput>(again, 'pull').input).toMatchObject({ pull: 4, onto: 'b2', followUps: [low] });
    const repaired = after([...delivered, behind, { fetched: fetched('b2') }, mended({ passesLeft: 1 })]);
    expect(asked<CallInput>(repaired, 'pull').input).not.toHaveProperty('pull');
  });

  test('catches up with its base at most three times, then fails with the original reason', () => {
    const once = [behind, { fetched: fetched('b2') }, mended()];
    const conflict = unmerged('pull.conflict', { is: 'base' });
    const state = after([...delivered, ...once, ...once, ...once, conflict]);
    expect(state).toMatchObject({ at: 'failed', because: { code: 'pull.conflict' } });
  });

  test('and cannot be repaired fails with the original reason, or with the failure of the repair', () => {
    const conflict = unmerged('pull.conflict', { is: 'base' });
    const bringing = [...delivered, conflict, { fetched: fetched('b2') }];
    const spent = after([...bringing, { loop: ended({ at: 'spent' }) }]);
    expect(spent).toMatchObject({ at: 'failed', because: { code: 'pull.conflict' } });
    const broken = after([
      ...bringing,
      { loop: ended({ at: 'failed', because: { code: 'agent.crash', params: {} } }) },
    ]);
    expect(broken).toMatchObject({ because: { code: 'agent.crash' } });
    const unreachable = after([...delivered, conflict, { fetched: sampleFailure('forge.unavailable') }]);
    expect(unreachable).toMatchObject({ because: { code: 'forge.unavailable' } });
  });
});
