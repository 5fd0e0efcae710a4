/** Operations on the reports of a session: `verify_report.md` of Layer 1 and `qa_report.md` of the evaluator. */
import type { Artifact } from '../../journal/artifact.ts';
import type { CheckReport } from '../check.ts';
import { operationsOf } from '../operation.ts';
import type { ChangeSurvey } from './session.ts';

const checkoutOperation = operationsOf('checkout', 'path.outside');

export const verifySteps = ['build', 'test', 'lint', 'typeCheck'] as const;
export type VerifyStep = (typeof verifySteps)[number];

/** Why a check did not run. `missing`: its tool is not installed, also not before the change. */
export type SkipReason = 'none' | 'build-failed' | 'missing' | 'ignored';

/** The result of one verification step. */
export type StepResult =
  | { readonly step: VerifyStep; readonly command: string; readonly report: CheckReport }
  | { readonly step: VerifyStep; readonly command: string; readonly failed: string }
  | { readonly step: VerifyStep; readonly command: string | null; readonly skipped: SkipReason };

export interface ReportArgs extends Pick<ChangeSurvey, 'count' | 'outside' | 'outsideCount'> {
  readonly docsPath: string;
  readonly steps: readonly StepResult[];
  readonly changed: Artifact | null;
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
export const writeVerifyReport = checkoutOperation<ReportArgs, ReportResult>('verify-report', [
  { result: 'PASS', line: 'PASS — build ok' },
  { result: 'FAIL', line: 'FAIL — test: red' },
]);

/** Adds the verifier's words below the report, without changing its result. */
export const addVerifierWordsToReport = checkoutOperation<{ docsPath: string; line: string }, { written: boolean }>(
  'word-report',
  [{ written: true }],
);

/** Writes the section about the proof into the report, without changing its result. */
export const addProofToReport = checkoutOperation<{ docsPath: string; lines: readonly string[] }, { written: boolean }>(
  'prove-report',
  [{ written: true }],
);

/** Finds the files in `verify_report.md` that agents may receive (W-114). */
export const findFailingFiles = checkoutOperation<
  { docsPath: string },
  { readonly files: readonly string[]; readonly dropped: readonly string[] }
>('failing-files', [
  { files: ['a.ts'], dropped: [] },
  { files: [], dropped: ['../x'] },
]);

export interface QaVerdict {
  readonly verdict: 'PASS' | 'FAIL' | 'unreadable';
  /** Start of its Fix Instructions, or of its failing items. */
  readonly summary: string;
}

/** Reads the verdict heading of `qa_report.md` (W-132). */
export const readVerdict = checkoutOperation<{ docsPath: string }, QaVerdict>('verdict', [
  { verdict: 'PASS', summary: '' },
  { verdict: 'FAIL', summary: 'fix it' },
  { verdict: 'unreadable', summary: '' },
]);
