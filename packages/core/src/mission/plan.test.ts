import { describe, expect, test } from 'vitest';
import { contractText } from '../input-files/validation-contract.ts';
import { defectLines, readPlanDocument, readPlanFiles } from './plan.ts';

const assertion = (id: string) => ({ id, text: `${id} holds`, verify: '', evidence: '', status: 'pending' });
const feature = (id: string, claims: readonly string[], dependsOn: readonly string[] = []) => ({
  id,
  title: id,
  claims,
  status: 'todo',
  attempts: 0,
  dependsOn,
});
const good = {
  features: [feature('F-1', ['VAL-A-1']), feature('F-2', ['VAL-A-2'], ['F-1'])],
  assertions: [assertion('VAL-A-1'), assertion('VAL-A-2')],
};

test('M-03, M-04 reads the same plan from two files and from one document', () => {
  const files = readPlanFiles(JSON.stringify(good), contractText(good.assertions));
  expect(files).toMatchObject({ is: 'plan', plan: { features: [{ id: 'F-1' }, { id: 'F-2', dependsOn: ['F-1'] }] } });
  expect(readPlanDocument(good)).toEqual(files);
  expect(
    readPlanDocument({ ...good, assertions: ['VAL-A-1: one', { id: 'VAL-A-2', assertion: 'two' }] }),
  ).toMatchObject({ is: 'plan', plan: { assertions: [{ text: 'one' }, { text: 'two' }] } });
});

describe('reports all problems at once, with their ids', () => {
  test('P1, P2, P3', () => {
    const features = [
      feature('F-1', ['VAL-A-1', 'VAL-X-9'], ['F-2']),
      feature('F-2', [], ['F-1', 'F-7']),
      feature('F-2', ['VAL-A-1']),
    ];
    const read = readPlanDocument({
      features,
      assertions: [assertion('VAL-A-1'), assertion('VAL-A-1'), assertion('VAL-B-1')],
    });
    expect(read.is === 'defective' ? defectLines(read) : read).toEqual([
      'duplicate-id: F-2',
      'missing-dependency: F-2, F-7',
      'cycle: F-1, F-2',
      'no-claims: F-2',
      'unknown-claim: F-1, VAL-X-9',
      'duplicate-assertion: VAL-A-1',
      'unclaimed-assertion: VAL-B-1',
    ]);
  });

  test.each([[{}], [null], ['text'], [{ features: [] }]])('reads %j as no plan', (document) => {
    expect(readPlanDocument(document).is).toBe('nothing');
  });
});
