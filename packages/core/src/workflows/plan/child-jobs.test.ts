import { expect, test } from 'vitest';
import { convergeJob, repairJob } from './child-jobs.ts';
import { planJob } from './testing/jobs.ts';

const trust = { witness: 'ask', mutants: { count: 2, budgetMs: 100, leastKilled: 0.5 } } as const;
const job = { ...planJob, trust, kind: 'config', changes: ['test/**'] } as const;

test('the change of a plan is proved, by its kind and with the tests that it changes', () => {
  expect(convergeJob(job, 'b1')).toMatchObject({ trust, kind: 'config', changes: ['test/**'] });
});

test('a repair of an open pull request is not: its base is the branch itself', () => {
  const mend = { is: 'base', bring: 'b2' } as const;
  const state = { at: 'mending', job, onto: 'b1', branch: 'task/x', followUps: [], passesLeft: 1, catchUpsLeft: 1 };
  const because = { code: 'forge.behind', params: {} };
  const repair = repairJob({ ...state, because, pull: 4, mend } as unknown as Parameters<typeof repairJob>[0]);
  expect(repair).toMatchObject({ mend });
  for (const key of ['trust', 'kind', 'changes']) expect(repair).not.toHaveProperty(key);
});
