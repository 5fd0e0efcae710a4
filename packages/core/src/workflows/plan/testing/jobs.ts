/** Jobs of plan and settings of the queue for tests. */
import { job as delivery } from '../../deliver/testing/job.ts';
import type { QueueSettings } from '../../queue/state.ts';
import type { PlanJob } from '../job.ts';

export const e2e = { command: 'npm run e2e', timeoutMs: 9, artifactDirs: ['report'], keepIn: 'kept/e2e-verify' };

export const planJob: PlanJob = {
  id: '0007',
  slug: 'search',
  title: 'Search',
  text: '# Search',
  branch: 'task/0007-search',
  base: 'main',
  file: 'plans/0007-search.md',
  completedDir: 'done',
  folder: 'kept',
  checks: ['npm test'],
  checkTimeoutMs: 1_000,
  passes: 3,
  e2e,
  localOnly: false,
  label: 'agent/automerge',
  patience: delivery.patience,
};

/** Limits are small so that tests can explore every path. */
export const queueSettings: QueueSettings = {
  planDir: 'plans',
  completedDir: 'done',
  stateDir: '.orchestrator',
  base: 'main',
  tickMs: 30_000,
  releaseSpec: null,
  fidelity: null,
  renewAfter: null,
  job: {
    checks: ['npm test'],
    checkTimeoutMs: 1_000,
    passes: 3,
    e2e,
    localOnly: false,
    label: 'agent/automerge',
    patience: delivery.patience,
  },
};
