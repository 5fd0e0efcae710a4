/** Creates the checks of a proof: runs of tests on variants of the change, and runs of given commands. */
import { inRoom } from '../../checks/check-round.ts';
import { type CheckInput, type CheckReport, check } from '../../effects/check.ts';
import type { PreparedStryker } from '../../effects/proof.ts';
import type { Effect, Needs } from '../../machine/machine.ts';
import { strykerReport } from '../../trust/plan-stryker.ts';
import type { ProofJob, ProofState } from './job.ts';

/** Two runs at once use two rooms. */
export function runsOf({ job, plan, runs, isE2e }: Extract<ProofState, { at: 'running' }>): RunEffects {
  const run = isE2e ? e2eRun : proofRun;
  const [first, second] = runs.map(({ name }) => run(job, plan.command ?? '', plan.commits[name] ?? ''));
  const one = first ?? proofRun(job, '', '');
  return second === undefined ? { first: one } : { first: one, second: inSecondRoom(second) };
}

interface RunEffects extends Needs {
  readonly first: Effect<CheckReport>;
  readonly second?: Effect<CheckReport>;
}

const inSecondRoom = ({ input }: Effect<CheckReport>) => check({ ...(input as CheckInput), isSecond: true });

export const proofRun = ({ path, checkTimeoutMs }: ProofJob, command: string, commit: string) =>
  check({ command, cwd: path, timeoutMs: checkTimeoutMs, commit, isProof: true, lists: true });

/** The other half of the budget is left for the mutants of the harness, if Stryker does not finish. */
export const strykerTimeoutMs = ({ trust }: ProofJob): number => Math.ceil(trust.mutants.budgetMs / 2);

export const strykerRun = (job: ProofJob, { command, commit }: PreparedStryker) =>
  check({
    command,
    cwd: job.path,
    timeoutMs: strykerTimeoutMs(job),
    commit,
    isProof: true,
    takes: strykerReport,
  });

function e2eRun({ path, e2e, checkTimeoutMs }: ProofJob, command: string, commit: string) {
  const { timeoutMs = checkTimeoutMs, server } = e2e ?? {};
  const more = server ? { server } : {};
  return check({ command, cwd: path, timeoutMs, commit, isProof: true, lists: true, ...more });
}

/** After the checks before it, whose outputs it may need; the command of a claim follows all checks. */
export function givenRun(
  { path, checkTimeoutMs, checks }: ProofJob,
  [command = '']: readonly string[],
  commit: string,
) {
  const after = checks.includes(command) ? checks.slice(0, checks.indexOf(command)) : checks;
  return check({ command, cwd: path, timeoutMs: checkTimeoutMs, isProof: true, lists: true, ...inRoom(commit, after) });
}
