/** The states that follow the runs of a proof: its mutants, and the decision. */
import type { Outcome } from '../../failure/failure.ts';
import { decide } from './decide.ts';
import type { ProofFound, TriedMutants } from './job.ts';

export const failed = (outcome: Extract<Outcome<unknown>, { ok: false }>) =>
  ({ at: 'failed', because: outcome.failure }) as const;

export const foundOf = ({ job, plan, facts, commands, addresses }: ProofFound): ProofFound => ({
  job,
  plan,
  facts,
  commands,
  ...(addresses ? { addresses } : {}),
});

export const hasTestWitness = ({ facts }: ProofFound): boolean => (facts?.witnesses.length ?? 0) > 0;

export const noMutants: TriedMutants = { tried: 0, survivors: [] };

/** Mutants need a test that can notice them. */
export function toMutants(found: ProofFound) {
  const isUseful = hasTestWitness(found) || found.job.kind === 'tests';
  const left = isUseful && found.plan.command !== null ? found.plan.mutants : [];
  return left.length > 0
    ? ({ ...foundOf(found), at: 'mutating', left, mutants: noMutants, spentMs: 0 } as const)
    : decide(found, noMutants);
}
