/** What a machine may ask of the release gate: whether the product may be released as it is now (D-46, D-65). */
import type { Operation } from './operation.ts';

/**
 * Judges and writes the report; ready also writes `RELEASE_READY`. Unless `everything` is wanted, nothing is run when the
 * answer is no without it. A spec without criteria, or plans that are not in order, are a failure: who asks after each merge
 * goes on as after a no (D-66).
 */
export const judgeRelease: Operation<
  { specPath: string; everything?: boolean },
  { readonly ready: boolean; readonly report: string }
> = {
  kind: 'release-gate',
  op: 'judge-release',
  samples: [
    { ready: true, report: '.orchestrator/release-reports/2026-01-01-product.md' },
    { ready: false, report: '.orchestrator/release-reports/2026-01-01-product.md' },
  ],
  failures: ['path.outside', 'plans.broken', 'git.failed'],
};
