/** The states that follow the runs of a proof: its mutants, and the decision. */
import type { CheckReport } from '../../effects/check.ts';
import type { Outcome } from '../../failure/failure.ts';
import type { StrykerProblem } from '../../trust/plan-stryker.ts';
import type { TriedMutants } from '../../trust/stryker-report.ts';
import { decide } from './decide.ts';
import type { ProofFound } from './job.ts';

export const failed = (outcome: Extract<Outcome<unknown>, { ok: false }>) =>
  ({ at: 'failed', because: outcome.failure }) as const;

export const foundOf = ({ job, plan, facts, commands, addresses, stryker }: ProofFound): ProofFound => ({
  job,
  plan,
  facts,
  commands,
  ...(addresses ? { addresses } : {}),
  ...(stryker ? { stryker } : {}),
});

export const hasTestWitness = ({ facts }: ProofFound): boolean => (facts?.witnesses.length ?? 0) > 0;

export const noMutants: TriedMutants = { tried: 0, survivors: [] };

/** Mutants need a test that can notice them. */
export function toMutants(found: ProofFound) {
  const isUseful = hasTestWitness(found) || found.job.kind === 'tests';
  const { stryker, command } = found.plan;
  if (!isUseful || command === null) return decide(found, noMutants);
  if (stryker === undefined) return toOwnMutants(found, null, 0);
  return 'problem' in stryker
    ? toOwnMutants(found, stryker.problem, 0)
    : ({ ...foundOf(found), at: 'running-stryker' } as const);
}

/** The mutants of the harness, in the time that is left. `instead`: why Stryker made none, if the base has it. */
export function toOwnMutants(found: ProofFound, instead: StrykerProblem | null, spentMs: number) {
  const known: ProofFound = { ...foundOf(found), ...(instead === null ? {} : { stryker: instead }) };
  const left = known.plan.mutants;
  return left.length > 0
    ? ({ ...known, at: 'mutating', left, mutants: noMutants, spentMs } as const)
    : decide(known, noMutants);
}

/** A check that could not run at all. A timeout is red, and so is a product that does not start. */
export const isBroken = (report: Outcome<CheckReport>): report is Extract<Outcome<CheckReport>, { ok: false }> =>
  !report.ok && report.failure.code !== 'check.timed-out' && report.failure.code !== 'server.died';
