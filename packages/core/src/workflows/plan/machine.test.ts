import { describe, expect, test } from 'vitest';
import type { Finding } from '../../answer-contracts/findings.ts';
import type { CallInput } from '../../effects/call.ts';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { endOf, type Machine } from '../../machine/machine.ts';
import { replay } from '../../testing/replay.ts';
import { converge } from '../converge/machine.ts';
import { deliver } from '../deliver/machine.ts';
import type { PlanState } from './job.ts';
import { plan } from './machine.ts';
import { e2e, job } from './testing/jobs.ts';

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

const after = (rounds: readonly Readonly<Record<string, unknown>>[], input = job) => replay(plan, input, rounds);
const asked = <Input>(state: PlanState, name: string) => plan.steps.get(state.at)?.needs(state)[name]?.input as Input;

describe('one plan', () => {
  test('D-22 is carried out, delivered and filed, and then it is shipped', () => {
    expect(after([noMerge])).toMatchObject({ at: 'converging', onto: 'b1' });
    expect(after([noMerge, converged])).toMatchObject({ at: 'delivering', branch: 'task/0007-search-2' });
    expect(after([noMerge, converged, merged])).toMatchObject({ at: 'filing', sha: 'm1' });
    const shipped = after([noMerge, converged, merged, filed]);
    expect(shipped).toEqual({ at: 'shipped', sha: 'm1' });
    expect(endOf(plan as Machine, shipped)).toBe('done');
  });

  test('D-25, D-27, D-33, Dd-04 the loop has the roles of plans, its passes, and fails when they are spent', () => {
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
    expect(endOf(plan as Machine, spent)).toBe('limit-reached');
  });

  test('begins from where the base of the forge stands, and is delivered onto it', () => {
    expect(asked<CallInput>(after([noMerge]), 'loop').input).toMatchObject({ at: 'b1' });
    expect(asked<CallInput>(after([noMerge, converged]), 'pull').input).toMatchObject({ base: 'main', onto: 'b1' });
  });

  test('does not begin while the base has commits that the forge does not have: they would be left out', () => {
    const state = after([{ ...noMerge, fetched: fetched('b1', { is: 'unpushed', commits: 2 }) }]);
    expect(state).toMatchObject({ at: 'failed', because: { code: 'base.unpushed', params: { commits: 2 } } });
    const dirty = { ...noMerge, fetched: fetched('b1', { is: 'left', why: 'it is dirty' }) };
    expect(after([dirty])).toMatchObject({ at: 'converging', onto: 'b1' });
  });

  test('D-79 only what converged, after a review in which nothing blocks, is handed to whoever words a pull request', () => {
    const others = converge.results.filter(({ at }) => at !== 'converged');
    const redBefore = [noMerge, converged, redAtForge];
    for (const rounds of [[noMerge], redBefore])
      for (const result of others)
        expect(after([...rounds, { loop: ended(result) }])).not.toMatchObject({ at: 'delivering' });
    expect([others.length, after([noMerge, converged]).at]).toEqual([3, 'delivering']);
    expect(deliver.steps.get('describing')?.to).toEqual(['preparing', 'pushing', 'failed']);
  });

  test('D-32, D-37 the lows and the evidence go along with the pull request', () => {
    const { machine, input } = asked<CallInput>(after([noMerge, converged]), 'pull');
    expect(machine).toBe('deliver');
    expect(input).toMatchObject({
      followUps: [low],
      e2e: 'passed',
      evidence: 'kept/e2e-verify',
      label: 'agent/automerge',
    });
  });

  test('D-38 an end-to-end run that was skipped leaves no evidence, and none is asked for', () => {
    const skipped = { ...job, e2e: 'skipped' as const };
    expect(asked<CallInput>(after([noMerge], skipped), 'loop').input).not.toHaveProperty('e2e');
    const { input } = asked<CallInput>(after([noMerge, converged], skipped), 'pull');
    expect(input).toMatchObject({ e2e: 'skipped', evidence: null });
  });

  test('DO-08 one whose pull request is merged already is only filed', () => {
    const merge = { pull: 3, branch: 'task/0007-search', sha: 'm0', by: 'x', atMs: 1 };
    expect(after([{ ...noMerge, listed: ok({ merged: [merge] }) }])).toMatchObject({ at: 'filing', sha: 'm0' });
  });

  test('DO-08 one that changes nothing has failed', () => {
    const nothing = { loop: ended({ at: 'converged', followUps: [], commit: null, branch: 'task/0007-search' }) };
    expect(after([noMerge, nothing])).toMatchObject({ at: 'failed', because: { code: 'plan.no-change' } });
  });

  test('DO-08 without a forge it ends with its branch', () => {
    const local = { ...job, localOnly: true };
    expect(after([], local)).toMatchObject({ at: 'converging', onto: null });
    expect(asked<CallInput>(after([], local), 'loop').input).not.toHaveProperty('at');
    expect(after([converged], local)).toEqual({ at: 'built', branch: 'task/0007-search-2', followUps: [low] });
  });

  test('D-43 what is merged is shipped, also when its file cannot be moved now; what is left is said', () => {
    const refused = after([noMerge, converged, merged, { filed: sampleFailure('forge.unavailable', {}) }]);
    expect(refused).toEqual({
      at: 'shipped',
      sha: 'm1',
      left: { is: 'failed', because: { code: 'forge.unavailable', params: {} } },
    });
    const waits = { filed: ok({ commit: null, waits: { pull: 9, url: 'u' }, local: even }) };
    const waiting = after([noMerge, converged, merged, waits]);
    expect(waiting).toEqual({ at: 'shipped', sha: 'm1', left: { is: 'waiting', pull: 9, url: 'u' } });
    expect([refused, waiting].map((state) => endOf(plan as Machine, state))).toEqual(['done', 'done']);
  });

  test.each([
    ['a forge that cannot list', [{ ...noMerge, listed: sampleFailure('forge.unauthorized') }], 'failed'],
    ['a base that cannot be fetched', [{ ...noMerge, fetched: sampleFailure('forge.not-found') }], 'failed'],
    [
      'a loop that failed',
      [noMerge, { loop: ended({ at: 'failed', because: { code: 'agent.crash', params: {} } }) }],
      'failed',
    ],
    ['a loop that was stopped', [noMerge, { loop: ended(null) }], 'stopped'],
    ['a person who stopped it at a question', [noMerge, { loop: ended({ at: 'stopped' }) }], 'stopped'],
    ['a delivery that failed', [noMerge, converged, unmerged('pull.closed')], 'failed'],
    ['a delivery that was stopped', [noMerge, converged, { pull: ended(null) }], 'stopped'],
    ['a repair that was stopped', [noMerge, converged, redAtForge, { loop: ended(null) }], 'stopped'],
  ])('%s ends it', (_, rounds, end) => {
    expect(endOf(plan as Machine, after(rounds))).toBe(end);
  });
});

describe('a pull request that cannot be merged as it is', () => {
  const delivered = [noMerge, converged];

  test('whose checks are red goes back to the fixer, on its own branch, with the passes that are left', () => {
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

  test.each([
    ['no pass is left', [{ ...converged, loop: ended({ ...done, passesLeft: 0 }) }, redAtForge]],
    ['the passes are spent', [converged, redAtForge, { loop: ended({ at: 'spent' }) }]],
    ['the fixer changed nothing', [converged, redAtForge, mended({ commit: null })]],
  ])('and stay red when %s, which fails as pull.checks-red', (_, rounds) => {
    expect(after([noMerge, ...rounds])).toMatchObject({ at: 'failed', because: { code: 'pull.checks-red' } });
  });

  test('because its base moved on gets that base brought in, and goes on with the words it has', () => {
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

  test('three times at most; then it fails with the reason it had', () => {
    const once = [behind, { fetched: fetched('b2') }, mended()];
    const conflict = unmerged('pull.conflict', { is: 'base' });
    const state = after([...delivered, ...once, ...once, ...once, conflict]);
    expect(state).toMatchObject({ at: 'failed', because: { code: 'pull.conflict' } });
  });

  test('and cannot be mended fails with the reason it had, or with the one that kept it from being mended', () => {
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
