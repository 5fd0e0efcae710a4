/** Operations on the reports of a session: `verify_report.md` of Layer 1 and `qa_report.md` of the evaluator. */
import type { Artifact } from '../../journal/artifact.ts';
import type { CheckReport } from '../check.ts';
import type { Operation } from '../operation.ts';

export const verifySteps = ['build', 'test', 'lint', 'typeCheck'] as const;
export type VerifyStep = (typeof verifySteps)[number];

/** The result of one verification step. */
export type StepResult =
  | { readonly step: VerifyStep; readonly command: string; readonly report: CheckReport }
  | { readonly step: VerifyStep; readonly command: string; readonly failed: string }
  | { readonly step: VerifyStep; readonly command: string | null; readonly skipped: 'none' | 'build-failed' };

export interface ReportArgs {
  readonly docsPath: string;
  readonly steps: readonly StepResult[];
  readonly changed: Artifact | null;
  /** Files outside the scope: the first few, and their number. */
  readonly outside: readonly string[];
  readonly outsideCount: number;
  readonly count: number;
  readonly maxFiles: number;
  readonly todoBlocking: boolean;
  /** Required files that were not written; each makes the report a FAIL. */
  readonly missing: readonly string[];
}
export interface ReportResult {
  readonly result: 'PASS' | 'FAIL';
  /** `PASS — build ok, test 3/3, …` or `FAIL — test: …`. */
  readonly line: string;
}

/** Writes `verify_report.md` (WO-07) from results that the exit codes decided. */
export const writeVerifyReport: Operation<ReportArgs, ReportResult> = {
  kind: 'checkout',
  op: 'verify-report',
  samples: [
    { result: 'PASS', line: 'PASS — build ok' },
    { result: 'FAIL', line: 'FAIL — test: red' },
  ],
  failures: ['path.outside'],
};

/** Adds the verifier's words below the report, without changing its result. */
export const wordVerifyReport: Operation<{ docsPath: string; line: string }, { written: boolean }> = {
  kind: 'checkout',
  op: 'word-report',
  samples: [{ written: true }],
  failures: ['path.outside'],
};

/** Finds the files in `verify_report.md` that agents may receive (W-114). */
export const findFailingFiles: Operation<
  { docsPath: string },
  { readonly files: readonly string[]; readonly dropped: readonly string[] }
> = {
  kind: 'checkout',
  op: 'failing-files',
  samples: [
    { files: ['a.ts'], dropped: [] },
    { files: [], dropped: ['../x'] },
  ],
  failures: ['path.outside'],
};

export interface QaVerdict {
  readonly verdict: 'PASS' | 'FAIL' | 'unreadable';
  /** Start of its Fix Instructions, or of its failing items. */
  readonly summary: string;
}

/** Reads the verdict heading of `qa_report.md` (W-132). */
export const readVerdict: Operation<{ docsPath: string }, QaVerdict> = {
  kind: 'checkout',
  op: 'verdict',
  samples: [
    { verdict: 'PASS', summary: '' },
    { verdict: 'FAIL', summary: 'fix it' },
    { verdict: 'unreadable', summary: '' },
  ],
  failures: ['path.outside'],
};
