/** The reports of a session: what Layer 1 found, written by the harness; what the evaluator judged, read by it. */
import type { Artifact } from '../../journal/artifact.ts';
import type { CheckReport } from '../check.ts';
import type { Operation } from '../operation.ts';

export const verifySteps = ['build', 'test', 'lint', 'typeCheck'] as const;
export type VerifyStep = (typeof verifySteps)[number];

/** One block of the report: what ran, and what became of it. */
export type StepResult =
  | { readonly step: VerifyStep; readonly command: string; readonly report: CheckReport }
  | { readonly step: VerifyStep; readonly command: string; readonly failed: string }
  | { readonly step: VerifyStep; readonly command: string | null; readonly skipped: 'none' | 'build-failed' };

export interface ReportArgs {
  readonly docsPath: string;
  readonly steps: readonly StepResult[];
  readonly changed: Artifact | null;
  /** What Layer 1 has against the change itself: too many files, or some outside the scope. */
  readonly outside: readonly string[];
  readonly outsideCount: number;
  readonly count: number;
  readonly maxFiles: number;
  readonly todoBlocking: boolean;
  /** What should have been written and was not: a FAIL of its own. */
  readonly missing: readonly string[];
}
export interface ReportResult {
  readonly result: 'PASS' | 'FAIL';
  /** `PASS — build ok, test 3/3, …` or `FAIL — test: …`. */
  readonly line: string;
}

/** Writes `verify_report.md` (WO-07). The exit codes have decided; this only words it. */
export const writeVerifyReport: Operation<ReportArgs, ReportResult> = {
  kind: 'checkout',
  op: 'verify-report',
  samples: [
    { result: 'PASS', line: 'PASS — build ok' },
    { result: 'FAIL', line: 'FAIL — test: red' },
  ],
  failures: ['path.outside'],
};

/** Puts the verifier's words below the report; its result stays as the exit codes had it. */
export const wordVerifyReport: Operation<{ docsPath: string; line: string }, { written: boolean }> = {
  kind: 'checkout',
  op: 'word-report',
  samples: [{ written: true }],
  failures: ['path.outside'],
};

/** The files that `verify_report.md` names, as far as they may be handed on (W-114). */
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
  /** The beginning of its Fix Instructions, or of its failing items. */
  readonly summary: string;
}

/** The verdict heading of `qa_report.md` (W-132). Reads only. */
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
