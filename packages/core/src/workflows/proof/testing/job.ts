import type { ProofJob } from '../job.ts';

export const job: ProofJob = {
  path: '.harness/worktrees/x',
  base: 'b0',
  change: 'c1',
  checks: ['npm test'],
  given: [],
  checkTimeoutMs: 1_000,
  trust: { witness: 'ask', mutants: { count: 2, budgetMs: 100, leastKilled: 0.5 } },
};
