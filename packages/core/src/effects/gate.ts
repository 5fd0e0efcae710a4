/** Whether everything that was promised is there: asked after each merge (D-63). A product that is ready is marked as such. */
import type { Operation } from './operation.ts';

export const judgeRelease: Operation<{ specPath: string }, { readonly ready: boolean; readonly report: string }> = {
  kind: 'plans',
  op: 'release-gate',
  samples: [
    { ready: true, report: 'r' },
    { ready: false, report: 'r' },
  ],
  failures: ['path.outside', 'plans.broken'],
};
