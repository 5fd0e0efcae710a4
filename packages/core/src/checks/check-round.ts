/**
 * Checks one after the other in a lane, because a test may need the build; all of them, because one repair for three reds is
 * cheaper than three. One that hangs is red.
 */
import { type CheckInput, type CheckReport, check } from '../effects/check.ts';
import type { Failure, Outcome } from '../failure/failure.ts';
import type { Artifact } from '../journal/artifact.ts';

/** A check that failed, for the role that repairs it. */
export interface RedCheck {
  readonly command: string;
  readonly tail: string;
  readonly log: Artifact | null;
}

interface Limits {
  readonly checkTimeoutMs: number;
  readonly reports?: readonly string[];
  /** Said of a job that works in the user's checkout. */
  readonly checkout?: object;
}

const inputOf = (
  { checkTimeoutMs, reports, checkout }: Limits,
  { path }: { readonly path: string },
  [command = '']: readonly string[],
): CheckInput => ({
  ...{ command, cwd: path, timeoutMs: checkTimeoutMs },
  ...(reports ? { reports } : {}),
  ...(checkout ? { isStateKept: true } : {}),
});

/** The first of those that are left. */
export const nextCheck = (...given: Parameters<typeof inputOf>) => check(inputOf(...given));
/** The same on the base, where red is what is wanted. */
export const proofCheck = (...given: Parameters<typeof inputOf>) => check({ ...inputOf(...given), isProof: true });

interface Round {
  readonly left: readonly string[];
  readonly red: readonly RedCheck[];
}

/** The round without the check that reported; or the failure of one that could not be run at all. */
export function nextCheckStep({ left, red }: Round, report: Outcome<CheckReport>): Outcome<Round> {
  const [command = '', ...others] = left;
  if (!report.ok && report.failure.code !== 'check.timed-out') return report;
  const isGreen = report.ok && report.value.green;
  return { ok: true, value: { left: others, red: isGreen ? red : [...red, redCheck(command, report)] } };
}

/** As whoever repairs it is told: what it printed last, and why that is red when its exit code is not. */
function redCheck(
  command: string,
  report: { readonly ok: true; readonly value: CheckReport } | { readonly ok: false; readonly failure: Failure },
): RedCheck {
  if (report.ok) {
    const { tail, log, exitCode } = report.value;
    return { command, tail: exitCode === 0 ? `${tail}\n(exit code 0, but no test was executed)`.trim() : tail, log };
  }
  const { timeoutMs, tail = '' } = report.failure.params;
  return { command, tail: `${tail}\n(did not finish within ${timeoutMs} ms)`.trim(), log: null };
}
