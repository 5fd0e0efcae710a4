/**
 * Runs all checks of a lane one after the other, because a test may need the build. It does not stop at the first red
 * check, because one repair for three red checks is cheaper than three. A check that times out is red.
 */
import { type CheckInput, type CheckReport, check, type TestBase } from '../effects/check.ts';
import type { Outcome } from '../failure/failure.ts';
import type { Artifact } from '../journal/artifact.ts';
import { allowedFiles, withoutConsent } from '../test-guard/consent.ts';
import type { WeakenedTest } from '../test-guard/weakened-tests.ts';

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
  /** The base whose tests must still run; `undefined` for proofs and other commands. */
  readonly base?: TestBase | undefined;
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
  { path, commit, all, base }: CheckedWork,
  left: readonly string[],
): CheckInput => ({
  command: left[0] ?? '',
  cwd: path,
  timeoutMs: checkTimeoutMs,
  ...(rooms ? inRoom(commit, all.slice(0, all.length - left.length)) : {}),
  ...(rooms && base ? { base } : {}),
  ...(reports ? { reports } : {}),
  ...(checkout ? { isStateKept: true } : {}),
});

/** The fields of an effect that runs in a clean room, after these commands of the same round. */
export const inRoom = (commit: string, after: readonly string[]): Pick<CheckInput, 'commit' | 'after'> => ({
  commit,
  ...(after.length > 0 ? { after } : {}),
});

/** Options are absent instead of empty, so that inputs stay the same in the journal. */
export function testBase(
  commit: string,
  testFiles: readonly string[] | undefined,
  allowed: readonly WeakenedTest[] | undefined,
): TestBase {
  const files = allowedFiles(allowed);
  return { commit, ...(testFiles ? { testFiles } : {}), ...(files.length > 0 ? { allowed: files } : {}) };
}

/** Creates the effect for the first remaining check. */
export const nextCheck = (...args: Parameters<typeof inputOf>) => check(inputOf(...args));
/** Creates the same effect for the base before any work. */
export const baseCheck = (...args: Parameters<typeof inputOf>) =>
  check({ ...inputOf(...args), isProof: true, isBase: true });

interface Round {
  readonly left: readonly string[];
  readonly red: readonly RedCheck[];
  /** Tests of the base that green checks did not run; absent if none. */
  readonly lost?: readonly WeakenedTest[];
}

/** Removes the finished check from the round. Fails if the check could not run at all. */
export function nextCheckStep({ left, red, lost = [] }: Round, report: Outcome<CheckReport>): Outcome<Round> {
  const [command = '', ...others] = left;
  if (!report.ok && report.failure.code !== 'check.timed-out') return report;
  const isGreen = report.ok && report.value.green;
  const all = isGreen ? [...lost, ...lostTests(command, report.value)] : lost;
  const round = { left: others, red: isGreen ? red : [...red, redCheck(command, report)] };
  return { ok: true, value: all.length > 0 ? { ...round, lost: all } : round };
}

/** Only a person may allow that a test of the base no longer runs. */
function lostTests(command: string, { compared }: CheckReport): readonly WeakenedTest[] {
  if (compared === undefined || compared.lost === 0) return [];
  const { lost, base, names, hash } = compared;
  const detail = `${lost} of ${base ?? lost}${names === '' ? '' : `: ${names}`}`;
  return [{ file: command, how: 'not-run', detail, content: hash }];
}

/** For a workflow that does not ask about tests after the checks. */
export function withLostTestsRed(command: string, report: CheckReport, allowed: readonly WeakenedTest[]): CheckReport {
  const lost = withoutConsent(lostTests(command, report), allowed);
  if (lost.length === 0) return report;
  const tail = `${report.tail}\nerror: tests of the base did not run: ${lost.map(({ detail }) => detail).join(', ')}`;
  return { ...report, green: false, tail: tail.trim() };
}

/** Keeps the last output, and explains a red check with exit code 0. */
export function redCheck(command: string, report: Outcome<CheckReport>): RedCheck {
  if (report.ok) {
    const { tail, log, exitCode } = report.value;
    return { command, tail: exitCode === 0 ? `${tail}\n(exit code 0, but ${whyRed(report.value)})`.trim() : tail, log };
  }
  const { timeoutMs, tail = '' } = report.failure.params;
  return { command, tail: `${tail}\n(did not finish within ${timeoutMs} ms)`.trim(), log: null };
}

const whyRed = ({ compared }: CheckReport): string =>
  compared?.isNone
    ? `none of the ${compared.base ?? compared.lost} existing tests was executed${compared.names && `: ${compared.names}`}`
    : 'no test was executed';
