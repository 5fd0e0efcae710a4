import { autopilotOperations } from '@harness/core/effects/autopilot';
import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { openedSession } from './session.suite.ts';

afterAll(clearScratch);

test('performs every operation that a machine may request', async () => {
  const { perform, spec } = await openedSession();
  for (const { kind, op } of Object.values(autopilotOperations)) {
    const refusal = await perform({ kind, input: { op, args: spec } }).then(
      () => '',
      (error: Error) => error.message, // most operations need more arguments
    );
    expect([op, refusal]).toEqual([op, expect.not.stringContaining('No such operation')]);
  }
  await expect(perform({ kind: 'autopilot', input: { op: 'merge', args: spec } })).rejects.toThrow('No such operation');
});
