/**
 * Runs all checks of a lane one after the other, because a test may need the build. It does not stop at the first red
 * check, because one repair for three red checks is cheaper than three. A check that times out is red.
 */
import { type CheckInput, type CheckReport, check } from '../effects/check.ts';
import type { Outcome } from '../failure/failure.ts';
import type { Artifact } from '../journal/artifact.ts';

/** A failed check, as the repairing role receives it. */
export interface RedCheck {
  readonly command: string;
  readonly tail: string;
  readonly log: Artifact | null;
}

/** The folder and commit to check, and all commands of the round. */
export interface CheckedWork {
  readonly path: string;
  readonly commit: string;
  readonly all: readonly string[];
}

interface Limits {
  readonly checkTimeoutMs: number;
  /** Checks run in a clean room of the commit; absent in runs of older versions. */
  readonly rooms?: true;
  readonly reports?: readonly string[];
  /** Set if the job works in the user's checkout. */
  readonly checkout?: object;
}

const inputOf = (
  { checkTimeoutMs, reports, checkout, rooms }: Limits,
  { path, commit, all }: CheckedWork,
  left: readonly string[],
): CheckInput => ({
  command: left[0] ?? '',
  cwd: path,
  timeoutMs: checkTimeoutMs,
  ...(rooms ? inRoom(commit, all.slice(0, all.length - left.length)) : {}),
  ...(reports ? { reports } : {}),
  ...(checkout ? { isStateKept: true } : {}),
});

/** The fields of an effect that runs in a clean room, after these commands of the same round. */
export const inRoom = (commit: string, after: readonly string[]): Pick<CheckInput, 'commit' | 'after'> => ({
  commit,
  ...(after.length > 0 ? { after } : {}),
});

/** Creates the effect for the first remaining check. */
export const nextCheck = (...args: Parameters<typeof inputOf>) => check(inputOf(...args));
/** Creates the same effect for the base, where new tests must be red. */
export const proofCheck = (...args: Parameters<typeof inputOf>) => check({ ...inputOf(...args), isProof: true });

interface Round {
  readonly left: readonly string[];
  readonly red: readonly RedCheck[];
}

/** Removes the finished check from the round. Fails if the check could not run at all. */
export function nextCheckStep({ left, red }: Round, report: Outcome<CheckReport>): Outcome<Round> {
  const [command = '', ...others] = left;
  if (!report.ok && report.failure.code !== 'check.timed-out') return report;
  const isGreen = report.ok && report.value.green;
  return { ok: true, value: { left: others, red: isGreen ? red : [...red, redCheck(command, report)] } };
}

/** Keeps the last output, and explains a red check with exit code 0. */
function redCheck(command: string, report: Outcome<CheckReport>): RedCheck {
  if (report.ok) {
    const { tail, log, exitCode } = report.value;
    return { command, tail: exitCode === 0 ? `${tail}\n(exit code 0, but no test was executed)`.trim() : tail, log };
  }
  const { timeoutMs, tail = '' } = report.failure.params;
  return { command, tail: `${tail}\n(did not finish within ${timeoutMs} ms)`.trim(), log: null };
}
