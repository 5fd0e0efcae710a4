import { expect, test } from 'vitest';
import { convergeJob, repairJob } from './child-jobs.ts';
import { planJob } from './testing/jobs.ts';

const trust = { witness: 'ask', mutants: { count: 2, budgetMs: 100, leastKilled: 0.5 } } as const;
const job = { ...planJob, trust, kind: 'config', changes: ['test/**'] } as const;

test('the change of a plan is proved, by its kind and with the tests that it changes', () => {
  expect(convergeJob(job, 'b1')).toMatchObject({ trust, kind: 'config', changes: ['test/**'] });
});

const mending = {
  at: 'mending',
  job: { ...job, checks: ['npm test', 'node given.js'], baseline: ['npm test'] },
  onto: 'b1',
  branch: 'task/x',
  followUps: [],
  passesLeft: 1,
  catchUpsLeft: 1,
  because: { code: 'pull.conflict', params: {} },
  pull: 4,
  mend: { is: 'base', bring: 'b2' },
} as const;

test('a repair of an open pull request is proved too, with what a person decided about the branch', () => {
  expect(repairJob(mending)).toMatchObject({ trust, kind: 'config', changes: ['test/**'], decided: {} });
  const decided = { promised: ['p1'], unwitnessed: [{ code: 'no-test', names: [] }] } as const;
  expect(repairJob({ ...mending, ...decided })).toMatchObject({ decided });
});

test('acceptance tests are written only before the work, and a repair keeps those of the branch', () => {
  const independent = { ...job, trust: { ...trust, acceptance: 'independent' } } as const;
  const accept = { accept: 'plans.acceptance-writer' };
  expect(convergeJob(independent, 'b1').roles).toMatchObject(accept);
  expect(convergeJob(job, 'b1').roles).not.toHaveProperty('accept');
  const frozen = { commit: 'a1', files: ['a.test.ts'], tests: ['a.test.ts'] };
  expect(repairJob({ ...mending, frozen })).toMatchObject({ decided: { frozen } });
});

test('a repair may be witnessed by the same commands as the change, although the base is not checked again', () => {
  expect(repairJob(mending)).toMatchObject({ baseline: [], given: ['node given.js'] });
});

test('a repair of an older run is not proved', () => {
  const { trust: _, ...older } = mending.job;
  for (const key of ['trust', 'given', 'decided'])
    expect(repairJob({ ...mending, job: older })).not.toHaveProperty(key);
});
