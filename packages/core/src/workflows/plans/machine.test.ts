import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../effects/call.ts';
import { ok } from '../../failure.ts';
import { endOf, type Machine, replay } from '../../machine.ts';
import type { Finding } from '../../verdict.ts';
import type { Plan } from './job.ts';
import { plan } from './machine.ts';
import { e2e, job } from './testing.ts';

const low: Finding = { severity: 'low', file: 'a.ts', line: 1, text: 'a nit' };
const noMerge = { listed: ok({ merged: [] }) };
const ended = (result: unknown) => ({ child: 'c', end: 'done', result });
const converged = { loop: ended({ at: 'converged', followUps: [low], commit: 'd1', branch: 'task/0007-search-2' }) };
const merged = { pull: ended({ at: 'merged', sha: 'm1', pull: 4, by: 'someone' }) };
const filed = { filed: ok({ commit: 'f1' }) };

const after = (rounds: readonly Readonly<Record<string, unknown>>[], input = job) => replay(plan, input, rounds);
const asked = <Input>(state: Plan, name: string) => plan.steps.get(state.at)?.needs(state)[name]?.input as Input;

describe('one plan', () => {
  test('D-22 is carried out, delivered and filed, and then it is shipped', () => {
    expect(after([noMerge])).toMatchObject({ at: 'converging' });
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
      ...{ item: '0007', task: '# Search', branch: 'task/0007-search', passes: 3, whenSpent: 'fail', e2e },
      roles: { implement: 'plans.implementer', repair: 'plans.fixer', review: ['plans.reviewer'] },
    });
    const spent = after([noMerge, { loop: ended({ at: 'spent' }) }]);
    expect(endOf(plan as Machine, spent)).toBe('limit-reached');
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
    const earlier = { listed: ok({ merged: [{ pull: 3, branch: 'task/0007-search', sha: 'm0', by: 'x', atMs: 1 }] }) };
    expect(after([earlier])).toMatchObject({ at: 'filing', sha: 'm0' });
  });

  test('DO-08 one that changes nothing has failed', () => {
    const nothing = { loop: ended({ at: 'converged', followUps: [], commit: null, branch: 'task/0007-search' }) };
    expect(after([noMerge, nothing])).toMatchObject({ at: 'failed', because: { code: 'plan.no-change' } });
  });

  test('DO-08 without a forge it ends with its branch', () => {
    const local = { ...job, localOnly: true };
    expect(after([], local)).toMatchObject({ at: 'converging' });
    expect(after([converged], local)).toEqual({ at: 'built', branch: 'task/0007-search-2', followUps: [low] });
  });

  test.each([
    [
      'a loop that failed',
      [noMerge, { loop: ended({ at: 'failed', because: { code: 'agent.crash', params: {} } }) }],
      'failed',
    ],
    ['a loop that was stopped', [noMerge, { loop: ended(null) }], 'stopped'],
    ['a person who stopped it at a question', [noMerge, { loop: ended({ at: 'stopped' }) }], 'stopped'],
    [
      'a delivery that failed',
      [noMerge, converged, { pull: ended({ at: 'failed', because: { code: 'pull.checks-red', params: {} } }) }],
      'failed',
    ],
    ['a delivery that was stopped', [noMerge, converged, { pull: ended(null) }], 'stopped'],
  ])('%s ends it', (_, rounds, end) => {
    expect(endOf(plan as Machine, after(rounds))).toBe(end);
  });
});
