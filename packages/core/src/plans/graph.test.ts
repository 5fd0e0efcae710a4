import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planFile as plan } from '../testing/plans.ts';
import { type PlanFile, planDefects } from './graph.ts';
import { openDependencies, pickNextEligiblePlan } from './pick.ts';
import { resolvePlan } from './resolve.ts';

const told = (plans: readonly PlanFile[]) => planDefects(plans).map(({ defect, ids }) => `${defect} ${ids.join(' ')}`);

describe('the graph', () => {
  test.each<[string, readonly PlanFile[], readonly string[]]>([
    ['nothing', [], []],
    ['what is in order', [plan('0002', ['0001']), plan('0001', [], 'completed')], []],
    ['two with one id', [plan('0001'), { ...plan('0001'), path: 'other' }], ['duplicate-id 0001']],
    ['one in both folders', [plan('0001'), plan('0001', [], 'completed')], ['duplicate-id 0001']],
    ['a dependency that is not there', [plan('0001', ['0009'])], ['missing-dependency 0001 0009']],
    ['one that depends on itself', [plan('0001', ['0001'])], ['self-dependency 0001']],
    [
      'a circle, from its smallest id, each depending on the next',
      [plan('0003', ['0001']), plan('0001', ['0002']), plan('0002', ['0003'])],
      ['cycle 0001 0002 0003'],
    ],
    ['a file of another name', [{ ...plan('0001'), fileId: '0002' }], ['id-filename-mismatch 0001']],
    ['an active one with the completed', [{ ...plan('0001'), place: 'completed' }], ['status-location-mismatch 0001']],
    [
      'a completed one with the active',
      [{ ...plan('0001', [], 'completed'), place: 'active' }],
      ['status-location-mismatch 0001'],
    ],
  ])('of %s is told', (_, plans, defects) => {
    expect(told(plans)).toEqual(defects);
  });

  test('tells all defects at once, with the files, in one order whatever was read first', () => {
    const plans = [
      plan('0005', ['0005']),
      { ...plan('0004'), fileId: '0040' },
      plan('0003', ['0002']),
      plan('0002', ['0003', '0008']),
      plan('0001', ['0007']),
      plan('0001'),
    ];
    const expected = [
      'duplicate-id 0001',
      'missing-dependency 0001 0007',
      'missing-dependency 0002 0008',
      'cycle 0002 0003',
      'id-filename-mismatch 0004',
      'self-dependency 0005',
    ];
    expect(planDefects(plans)[1]?.files).toHaveLength(2);
    fc.assert(
      fc.property(fc.shuffledSubarray(plans, { minLength: plans.length }), (any) => {
        expect(told(any)).toEqual(expected);
      }),
    );
  });
});

describe('the next plan', () => {
  const pick = (...plans: readonly PlanFile[]) => pickNextEligiblePlan(plans)?.id ?? null;

  test('is the first by id, whatever was read first', () => {
    expect(pick(plan('0003'), plan('0002'), plan('0010'))).toBe('0002');
  });

  test('Dd-01 has no dependency that is not completed, and is not completed itself', () => {
    expect(pick(plan('0001', [], 'completed'), plan('0002', ['0003']), plan('0003', ['0001']))).toBe('0003');
    expect(pick(plan('0001', [], 'completed'))).toBeNull();
    expect(pick(plan('0001', [], 'in_progress'), plan('0002', ['0001']))).toBeNull();
    expect(pick(plan('0001', [], 'blocked'), plan('0002', ['0001']), plan('0003', ['0007']))).toBeNull();
  });

  test('is none that says it is done and does not lie there, nor waits for such a one', () => {
    const odd: PlanFile = { ...plan('0001', [], 'completed'), place: 'active' };
    expect(pick(odd, plan('0002', ['0001']))).toBeNull();
  });

  test('is never one for people, and none that is held back', () => {
    expect(pick(plan('9999'))).toBeNull();
    expect(pickNextEligiblePlan([plan('0001'), plan('0002')], new Set(['0001']))?.id).toBe('0002');
  });

  test('what a plan waits for is told by id', () => {
    const plans = [plan('0001', [], 'completed'), plan('0002'), plan('0003', ['0001', '0002', '0009'])];
    expect(openDependencies(plans, plans[2] as PlanFile)).toEqual(['0002', '0009']);
  });
});

describe('a plan that a person names', () => {
  const plans = [{ ...plan('0007'), slug: 'login', path: 'docs/exec-plans/active/0007-login.md' }, plan('0012')];
  test.each([
    '0007',
    '7',
    'login',
    '0007-login',
    '0007-login.md',
    'docs/exec-plans/active/0007-login.md',
    './docs/exec-plans/active/0007-login',
    '/home/ada/repo/docs/exec-plans/active/0007-login.md',
    ' 0007 ',
  ])('%j is found', (ref) => {
    expect(resolvePlan(plans, ref)).toMatchObject({ is: 'found', plan: { id: '0007' } });
  });

  test.each([
    ['logn', 'login'],
    ['0008', '0007'],
    ['elsewhere/0007-login.md', '0007-login'],
    ['', null],
  ])('%j is not there; %j was perhaps meant', (ref, nearest) => {
    expect(resolvePlan(plans, ref)).toEqual({ is: 'none', nearest });
  });

  test('several are all told', () => {
    expect(resolvePlan([plan('0001'), plan('0001')], '1')).toMatchObject({ is: 'several' });
  });
});
