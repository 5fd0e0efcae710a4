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

const scope = { kind: 'local', project: 'app', team: '', label: '', inProgressStatus: '', doneStatus: '' } as const;
export const pause = {
  questions: ['promise', 'witness'],
  comment: { scope, issue: 'APP-1', body: 'Paused.' },
} as const;
export const promisePause = { ...pause, questions: ['promise'] } as const;
