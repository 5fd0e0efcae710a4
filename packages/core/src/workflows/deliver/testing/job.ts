/** A job of deliver for tests. */
import type { DeliverJob } from '../job.ts';

export const job: DeliverJob = {
  item: '0007',
  title: 'Search',
  task: '# Search',
  branch: 'task/0007-search',
  base: 'main',
  checks: ['npm test'],
  followUps: [{ severity: 'low', file: 'a.ts', line: 1, text: 'a nit' }],
  e2e: 'passed',
  evidence: '.orchestrator/task-runs/0007/r/e2e-verify',
  label: 'agent/automerge',
  patience: {
    checks: { withinMs: 900_000, everyMs: 10_000, emptyAfterMs: 60_000 },
    merge: { withinMs: 3_600_000, everyMs: 10_000 },
    ignore: ['automerge'],
  },
};
