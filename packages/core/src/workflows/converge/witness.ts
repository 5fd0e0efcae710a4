/** Proves the change before the review: without a witness it goes back to the implementer, or a person decides. */
import { call } from '../../effects/call.ts';
import { defineStep } from '../../machine/machine.ts';
import { type ProofJob, type ProofResult, trustOfOlderRuns } from '../proof/job.ts';
import { changeProof } from '../proof/machine.ts';
import { type ConvergeState, type E2e, type Pass, passState, toGiveUp, toNextPassOrAsk, toReview } from './job.ts';

const step = defineStep<ConvergeState>();

export const witnessSteps = [
  step({
    at: 'witnessing',
    to: ['screening', 'reviewing', 'implementing', 'deciding', 'asking-acceptance', 'closing'],
    needs: (state) => ({ proof: call(changeProof, 'proof', proofJob(state)) }),
    next: (state, { proof: { result } }) => {
      if (result === null || result.at === 'stopped')
        return { at: 'closing', lane: state.lane, over: { at: 'stopped' } };
      if (result.at === 'failed') return toGiveUp(state, result.because);
      if (result.at === 'back')
        return toNextPassOrAsk({ ...state, isReturned: true }, { because: 'proof', reasons: result.reasons });
      return toReview(withProof(state, result), state.diff);
    },
  }),
];

function proofJob({ job, lane, checkpoint, changeBase, isReturned, promised, frozen }: Pass): ProofJob {
  const accepted = job.decided?.unwitnessed;
  return {
    path: lane.path,
    base: changeBase ?? lane.brought?.merged ?? lane.base,
    change: checkpoint,
    checks: job.checks,
    given: job.given ?? job.checks.filter((command) => !job.baseline?.includes(command)),
    ...(job.e2e ? { e2e: e2eOf(job.e2e) } : {}),
    ...(job.screens && job.screens.server.command !== '' ? { product: { screens: job.screens } } : {}),
    ...(job.testFiles ? { testFiles: job.testFiles } : {}),
    ...(job.kind ? { kind: job.kind } : {}),
    ...(job.changes ? { changes: job.changes } : {}),
    checkTimeoutMs: job.checkTimeoutMs,
    trust: job.trust ?? trustOfOlderRuns,
    ...(isReturned ? { isReturned } : {}),
    ...(promised ? { allowed: promised } : {}),
    ...(frozen ? { acceptance: frozen.tests } : {}),
    ...(accepted ? { accepted } : {}),
    ...(job.item === undefined ? {} : { item: job.item }),
  };
}

const e2eOf = ({ command, timeoutMs, server }: E2e) => ({ command, timeoutMs, ...(server ? { server } : {}) });

function withProof(state: Pass, { allowed, without }: Extract<ProofResult, { at: 'proved' }>): Pass {
  const { unwitnessed: _, ...pass } = passState(state);
  return {
    ...pass,
    ...(allowed === undefined ? {} : { promised: [...new Set([...(state.promised ?? []), allowed])] }),
    ...(without === undefined ? {} : { unwitnessed: without }),
  };
}
