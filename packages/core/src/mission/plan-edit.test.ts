import { describe, expect, test } from 'vitest';
import type { Feature } from '../input-files/features.ts';
import { contractText } from '../input-files/validation-contract.ts';
import { featureStatusText, featuresText } from './features-text.ts';
import type { MissionPlan } from './plan.ts';
import { hasOtherContract, readPlanEdit } from './plan-edit.ts';

const assertion = (id: string, text = `${id} holds`) => ({ id, text, verify: 'look', evidence: '', status: 'pending' });
const feature = (id: string, more: Partial<Feature> = {}): Feature => ({
  id,
  title: id,
  claims: [`VAL-A-${id.at(-1)}`],
  status: 'todo',
  attempts: 0,
  dependsOn: [],
  more: {},
  ...more,
});
const plan: MissionPlan = {
  features: [feature('F-1', { status: 'passed', attempts: 1 }), feature('F-2', { dependsOn: ['F-1'] })],
  assertions: [assertion('VAL-A-1'), assertion('VAL-A-2')],
};
const contract = contractText(plan.assertions);
const edit = (features: readonly Feature[], begun: readonly string[] = [], contractNow: string | null = contract) =>
  readPlanEdit(featuresText(features), contractNow, { plan, begun });

describe('a plan edited by hand', () => {
  test('H1 must meet the rules of a new plan', () => {
    const read = edit([feature('F-1', { dependsOn: ['F-2'] }), feature('F-2', { dependsOn: ['F-1'] })]);
    expect(read).toMatchObject({ is: 'defective', defects: [{ defect: 'cycle' }] });
    expect(edit([])).toMatchObject({ is: 'nothing' });
  });

  test('H2 keeps features that have work in their lane; others may be removed', () => {
    const alone = [feature('F-1', { claims: ['VAL-A-1', 'VAL-A-2'] })];
    expect(edit(alone, ['F-2'])).toMatchObject({ defects: [{ defect: 'removed-begun', ids: ['F-2'] }] });
    expect(edit(alone)).toMatchObject({ is: 'plan' });
  });

  test.each([
    [
      'claims',
      [feature('F-1', { status: 'passed', attempts: 1, claims: ['VAL-A-1', 'VAL-A-2'] }), feature('F-2')],
      contract,
    ],
    [
      'words of its contract',
      plan.features,
      contractText([assertion('VAL-A-1', 'another thing'), assertion('VAL-A-2')]),
    ],
  ])('H3 reopens a passed feature with other %s', (_, features, said) => {
    expect(edit(features, [], said)).toMatchObject({ plan: { features: [{ status: 'todo', attempts: 0 }, {}] } });
  });

  test('H3 keeps a passed feature with another title or without a contract file', () => {
    const renamed = plan.features.map((each) => ({ ...each, title: 'Another' }));
    expect(edit(renamed, [], null)).toMatchObject({ plan: { features: [{ status: 'passed', title: 'Another' }, {}] } });
  });
});

test('a contract differs by its sentences, not by its layout or statuses', () => {
  expect(hasOtherContract(contract, plan)).toBe(false);
  expect(hasOtherContract(`# Mine\n\n${contract.replaceAll('pending', 'seen')}`, plan)).toBe(false);
  const lines = { assertions: [assertion('VAL-A-1', 'one\nof two lines')] };
  expect(hasOtherContract(contractText(lines.assertions), lines)).toBe(false);
  expect(hasOtherContract(contract.replace('VAL-A-2 holds', 'VAL-A-2 does not hold'), plan)).toBe(true);
});

test('features.json shows the current status of each feature', () => {
  const text = featureStatusText(plan, [{ id: 'F-2', status: 'failing', attempts: 3 }]);
  const { features } = JSON.parse(text) as { features: readonly Feature[] };
  expect(features.map(({ id, status, attempts }) => [id, status, attempts])).toEqual([
    ['F-1', 'passed', 1],
    ['F-2', 'failing', 3],
  ]);
});
