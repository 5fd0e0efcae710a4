/** Smoke-tests the product at the end and after features (M-10, M-12). A failure reopens the last one (MO-26). */
import { keepSetback } from '../../effects/features.ts';
import { closeLane, openLane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { type SmokeResult, smokeTest } from '../../effects/smoke.ts';
import type { Failure } from '../../failure/failure.ts';
import { defineStep } from '../../machine/machine.ts';
import { formatReason } from '../../mission/escalation-reason.ts';
import { endingFromResult } from './lane-result.ts';
import type { SeparateFeatures, SmokeGate } from './smoke-gate.ts';
import { allPassedWork, stackedBaseFor } from './stacked-base.ts';
import { type LoopState, loopState, type Mission, toDraining, withFeature } from './state.ts';

const step = defineStep<Mission>();

export const isSmokeDue = ({ job, lastPassed, iterationsLeft }: LoopState): boolean =>
  iterationsLeft > 0 && job.smoke?.onFeaturePass === true && !job.smoke.inLane && lastPassed?.isSmoked === false;

export const toFinish = (state: LoopState) =>
  state.job.smoke?.onDone === true
    ? ({ ...loopState(state), at: 'opening-smoke', gate: 'done' } as const)
    : toDraining(state, { is: 'done' });

export const smokeSteps = [
  step({
    at: 'opening-smoke', // a separate lane: it is not the user's checkout, and files that the product writes are discarded
    to: ['smoking', 'closing-smoke', 'draining'],
    needs: (state) => ({
      lane: act(openLane, {
        slug: 'smoke',
        from: state.job.base,
        ...(state.job.onPass ? { onto: workToTest(state) } : {}),
        ...(state.job.allots ? { allots: state.job.allots } : {}),
      }),
    }),
    next: (state, { lane: opened }) => {
      if (!opened.ok) return toDraining(state, endingFromResult(state, opened.failure));
      const { conflicts, ...lane } = opened.value;
      const { gate } = state;
      if (conflicts)
        return { ...loopState(state), at: 'closing-smoke', gate, lane, smoked: { is: 'apart', files: conflicts } };
      return { ...loopState(state), at: 'smoking', gate, lane };
    },
  }),
  step({
    at: 'smoking',
    to: ['closing-smoke'],
    needs: ({ job: { smoke }, lane }) => {
      const { command, waitMs = 0, urls = [] } = smoke ?? {};
      return {
        smoked: act(smokeTest, { cwd: lane.path, waitMs, urls, ...(command === undefined ? {} : { command }) }),
      };
    },
    next: (state, { smoked }) => ({
      ...loopState(state),
      at: 'closing-smoke',
      gate: state.gate,
      lane: state.lane,
      smoked: smoked.ok ? smoked.value : smoked.failure,
    }),
  }),
  step({
    at: 'closing-smoke',
    to: ['deciding', 'draining'],
    needs: ({ lane, smoked }) =>
      isFailed(smoked)
        ? { closed: act(closeLane, { lane }), kept: act(keepSetback, { because: 'smoke', said: smoked.said, red: [] }) }
        : { closed: act(closeLane, { lane }) },
    next: (state, { kept }) => {
      const { smoked, gate } = state;
      if ('code' in smoked) return toDraining(state, { is: 'escalated', reason: formatReason('smoke', smoked.code) });
      if (smoked.is === 'failed') return reopenFeature(state, kept?.ok ? kept.value.file : undefined);
      return afterSmokeTest(state, gate);
    },
  }),
];

/** Work to test if features are not merged: the last passed feature with its stacked base, or all work before the end. */
function workToTest(state: Extract<Mission, { at: 'opening-smoke' }>): readonly string[] {
  return state.gate === 'feature' && state.lastPassed
    ? stackedBaseFor(state, state.lastPassed.feature)
    : allPassedWork(state);
}

const isFailed = (smoked: SmokeResult | SeparateFeatures | Failure): smoked is Extract<SmokeResult, { is: 'failed' }> =>
  'is' in smoked && smoked.is === 'failed';

function afterSmokeTest(state: LoopState, gate: SmokeGate) {
  if (gate === 'done') return toDraining(state, { is: 'done' });
  const { lastPassed } = state;
  return {
    ...loopState(state),
    ...(lastPassed ? { lastPassed: { ...lastPassed, isSmoked: true } } : {}),
    at: 'deciding',
  } as const;
}

/** If no feature passed in this run, the last one of the plan is reopened. */
function reopenFeature(state: LoopState, setback: string | undefined) {
  const { features, lastPassed } = state;
  const id = lastPassed?.feature ?? features.at(-1)?.id ?? '';
  // A kept commit stays the start of the next attempt.
  const merged = state.job.onPass ? {} : { commit: undefined };
  const after = withFeature(state, id, { status: 'failing', why: 'smoke', setback, ...merged });
  return {
    ...after,
    ...(lastPassed ? { lastPassed: { ...lastPassed, isSmoked: true } } : {}),
    at: 'deciding',
  } as const;
}
