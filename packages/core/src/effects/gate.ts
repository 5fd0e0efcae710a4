/** The operation of the release gate: decides whether the product may be released now (D-46, D-65). */
import type { Operation } from './operation.ts';

/**
 * Decides and writes the report; also writes `RELEASE_READY` if ready. Unless `everything` is set, no test runs once the
 * answer is no. A spec without criteria or invalid plans are a failure, which callers treat as a no (D-66).
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
