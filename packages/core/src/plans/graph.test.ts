import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planFile as plan } from '../testing/plans.ts';
import { type PlanFile, planDefects } from './graph.ts';
import { openDependencies, pickNextEligiblePlan } from './pick.ts';
import { resolvePlan } from './resolve.ts';

const defectsOf = (plans: readonly PlanFile[]) =>
  planDefects(plans).map(({ defect, ids }) => `${defect} ${ids.join(' ')}`);

describe('the graph', () => {
  test.each<[string, readonly PlanFile[], readonly string[]]>([
    ['no plan', [], []],
    ['valid plans', [plan('0002', ['0001']), plan('0001', [], 'completed')], []],
    ['two plans with one id', [plan('0001'), { ...plan('0001'), path: 'other' }], ['duplicate-id 0001']],
    ['a plan in both folders', [plan('0001'), plan('0001', [], 'completed')], ['duplicate-id 0001']],
    ['a missing dependency', [plan('0001', ['0009'])], ['missing-dependency 0001 0009']],
    ['a plan that depends on itself', [plan('0001', ['0001'])], ['self-dependency 0001']],
    [
      'a cycle, listed from its smallest id',
      [plan('0003', ['0001']), plan('0001', ['0002']), plan('0002', ['0003'])],
      ['cycle 0001 0002 0003'],
    ],
    ['a file with another name', [{ ...plan('0001'), fileId: '0002' }], ['id-filename-mismatch 0001']],
    [
      'an active plan in the completed folder',
      [{ ...plan('0001'), place: 'completed' }],
      ['status-location-mismatch 0001'],
    ],
    [
      'a completed plan in the active folder',
      [{ ...plan('0001', [], 'completed'), place: 'active' }],
      ['status-location-mismatch 0001'],
    ],
  ])('reports the defects of %s', (_, plans, defects) => {
    expect(defectsOf(plans)).toEqual(defects);
  });

  test('reports all defects at once, with their files, in any order of reading', () => {
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
        expect(defectsOf(any)).toEqual(expected);
      }),
    );
  });
});

describe('the next plan', () => {
  const pick = (...plans: readonly PlanFile[]) => pickNextEligiblePlan(plans)?.id ?? null;

  test('is the first by id, in any order of reading', () => {
    expect(pick(plan('0003'), plan('0002'), plan('0010'))).toBe('0002');
  });

  test('Dd-01 is not completed, and all its dependencies are', () => {
    expect(pick(plan('0001', [], 'completed'), plan('0002', ['0003']), plan('0003', ['0001']))).toBe('0003');
    expect(pick(plan('0001', [], 'completed'))).toBeNull();
    expect(pick(plan('0001', [], 'in_progress'), plan('0002', ['0001']))).toBeNull();
    expect(pick(plan('0001', [], 'blocked'), plan('0002', ['0001']), plan('0003', ['0007']))).toBeNull();
  });

  test('is not a plan marked completed in the active folder, nor one that depends on it', () => {
    const odd: PlanFile = { ...plan('0001', [], 'completed'), place: 'active' };
    expect(pick(odd, plan('0002', ['0001']))).toBeNull();
  });

  test('is never reserved for people or held back', () => {
    expect(pick(plan('9999'))).toBeNull();
    expect(pickNextEligiblePlan([plan('0001'), plan('0002')], new Set(['0001']))?.id).toBe('0002');
  });

  test('lists the open dependencies of a plan by id', () => {
    const plans = [plan('0001', [], 'completed'), plan('0002'), plan('0003', ['0001', '0002', '0009'])];
    expect(openDependencies(plans, plans[2] as PlanFile)).toEqual(['0002', '0009']);
  });
});

describe('a plan named by a person', () => {
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
  ])('finds %j', (ref) => {
    expect(resolvePlan(plans, ref)).toMatchObject({ is: 'found', plan: { id: '0007' } });
  });

  test.each([
    ['logn', 'login'],
    ['0008', '0007'],
    ['elsewhere/0007-login.md', '0007-login'],
    ['', null],
  ])('does not find %j and suggests %j', (ref, nearest) => {
    expect(resolvePlan(plans, ref)).toEqual({ is: 'none', nearest });
  });

  test('returns all plans with the same id', () => {
    expect(resolvePlan([plan('0001'), plan('0001')], '1')).toMatchObject({ is: 'several' });
  });
});
