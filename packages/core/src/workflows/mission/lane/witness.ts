/** Proves the work of a lane after its checks: without a witness the worker continues, or a person decides. */
import { call } from '../../../effects/call.ts';
import { act } from '../../../effects/operation.ts';
import { restoreLane } from '../../../effects/restore-lane.ts';
import type { Outcome } from '../../../failure/failure.ts';
import { defineStep, type Effect, type State } from '../../../machine/machine.ts';
import { proofCommand } from '../../../trust/proof-command.ts';
import { type ProofJob, type ProofResult, trustOfOlderRuns } from '../../proof/job.ts';
import { changeProof } from '../../proof/machine.ts';
import { type LaneState, type LaneWork, laneBroken, laneName, laneOver, laneWork } from './job.ts';
import { afterBuild } from './transitions.ts';

const step = defineStep<LaneState>();

export const laneWitnessSteps = [
  step({
    at: 'witnessing',
    to: ['checking', 'validating', 'working', 'over'],
    needs: (state) => ({ proof: call(changeProof, laneName(state.job), proofJob(state)), ...restoreNeed(state) }),
    next: (state, { proof: { result }, restored }) => {
      const files = restored as Outcome<'restored'> | undefined; // only after an upgrade
      if (files && !files.ok) return laneBroken(state, files.failure);
      if (result === null || result.at === 'stopped') return laneOver({ is: 'stopped' });
      if (result.at === 'failed') return laneBroken(state, result.because);
      if (result.at === 'back')
        return { ...laneWork(state), at: 'working', isReturned: true, told: { is: 'proof', reasons: result.reasons } };
      return afterBuild(withProof(state, result));
    },
  }),
];

const restoreNeed = ({ isRewound, lane, checkpoint }: Extract<LaneState, { at: 'witnessing' }>) =>
  (isRewound ? { restored: act(restoreLane, { lane, checkpoint }) } : {}) as { readonly restored: Effect<'restored'> };

function proofJob({ job, brief, lane, checkpoint, isReturned, promised, frozen }: LaneWork): ProofJob {
  const { commands, kind, changes } = brief;
  const hasTests = proofCommand(job.checks, {}) !== null;
  return {
    path: lane.path,
    base: lane.brought?.merged ?? lane.base,
    change: checkpoint,
    // If no check runs tests, those of the claims do.
    checks: hasTests ? job.checks : [...new Set([...job.checks, ...commands])],
    given: commands,
    ...(job.product ? { product: job.product } : {}),
    ...(job.testFiles ? { testFiles: job.testFiles } : {}),
    ...(kind ? { kind } : {}),
    ...(changes ? { changes } : {}),
    checkTimeoutMs: job.checkTimeoutMs,
    trust: job.trust ?? trustOfOlderRuns,
    ...(isReturned ? { isReturned } : {}),
    ...(promised ? { allowed: promised } : {}),
    ...(frozen && frozen.tests.length > 0 ? { acceptance: frozen.tests } : {}),
    item: job.feature,
  };
}

function withProof(state: LaneWork, { allowed, without }: Extract<ProofResult, { at: 'proved' }>): LaneWork {
  const { unwitnessed: _, ...work } = laneWork(state);
  return {
    ...work,
    ...(allowed === undefined ? {} : { promised: [...new Set([...(state.promised ?? []), allowed])] }),
    ...(without === undefined ? {} : { unwitnessed: without }),
  };
}

/** States of version 1 that proved new tests. All but the first changed the files of a lane without clean rooms. */
const olderProofStates = ['finding-proofs', 'rewinding', 'proving', 'restoring'];

export function upgradeLane(state: unknown): LaneState {
  const { at } = state as State;
  if (!olderProofStates.includes(at)) return state as LaneState;
  const work = laneWork(state as LaneWork);
  const isRewound = at !== 'finding-proofs' && !work.job.rooms;
  return { ...work, at: 'witnessing', ...(isRewound ? { isRewound } : {}) };
}
