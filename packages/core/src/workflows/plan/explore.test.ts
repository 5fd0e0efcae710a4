/** Explores every path of a plan run, with every result of its converge and deliver runs. */
import { expect, test } from 'vitest';
import { filePlan } from '../../effects/file-plan.ts';
import { forgeOperations } from '../../effects/forge.ts';
import type { EffectVocabulary } from '../../effects/kinds.ts';
import type { OperationInput } from '../../effects/operation.ts';
import { type Exploration, explore, type Move } from '../../testing/explore.ts';
import { converge } from '../converge/machine.ts';
import { deliver } from '../deliver/machine.ts';
import { roles } from '../loaded.ts';
import type { PlanJob, PlanState } from './job.ts';
import { plan } from './machine.ts';
import { planJob } from './testing/jobs.ts';

const words: EffectVocabulary = {
  roles,
  operations: [...Object.values(forgeOperations), filePlan],
  machines: { converge, deliver },
};

interface Seen {
  readonly converged: boolean;
  readonly merged: boolean;
}
const start: Seen = { converged: false, merged: false };

const after = (seen: Seen, { from, to }: Omit<Move<PlanState, Seen>, 'seen'>): Seen => ({
  converged: seen.converged || (from.at === 'converging' && (to.at === 'delivering' || to.at === 'built')),
  merged: seen.merged || to.at === 'filing',
});

const invariants: NonNullable<Exploration<PlanJob, PlanState, Seen>['states']> = {
  'D-79 only a converged change is delivered': (state, _, { converged }) => state.at !== 'delivering' || converged,
  'D-43 a plan is filed only after its merge': (_, needs, { merged }) =>
    merged || !Object.values(needs).some(({ input }) => (input as Partial<OperationInput>).op === filePlan.op),
  'a plan is shipped only after its merge': (state, _, { merged }) => state.at !== 'shipped' || merged,
  'DO-08 a local-only run pushes nothing': (state) =>
    !('job' in state) || !state.job.localOnly || state.at === 'converging',
};

test('every path of a plan run keeps the invariants and ends', () => {
  const known = { ...planJob, branch: 'task/x' }; // the branch in the samples of the forge
  const inputs = [planJob, known, { ...planJob, localOnly: true }, { ...planJob, e2e: 'skipped' as const }];
  const { states, moves, broken } = explore(plan, {
    inputs,
    words,
    history: { start, after },
    states: invariants,
    limit: 5_000,
  });
  console.log(`plan: ${states} states, ${moves} moves`);
  expect(broken).toEqual([]);
});
