/**
 * The running product is looked at by the harness itself, on the base as it is merged (M-10, M-12): before the end, and after
 * each feature that passed. What fails reopens the feature that passed last, and the loop goes on (MO-26).
 */
import { keepSetback } from '../../effects/features.ts';
import { closeLane, openLane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { type SmokeResult, smokeTest } from '../../effects/smoke.ts';
import type { Failure } from '../../failure/failure.ts';
import { stepsOf } from '../../machine/machine.ts';
import { formatReason } from '../../mission/escalation-reason.ts';
import { endingFromResult } from './lane-result.ts';
import { allPassedWork, stackedBaseFor } from './stacked-base.ts';
import {
  type LoopState,
  loopState,
  type Mission,
  type MissionEnding,
  type SeparateFeatures,
  type SmokeGate,
  withFeature,
} from './state.ts';

const step = stepsOf<Mission>();

const ended = (state: LoopState, ending: MissionEnding) => ({ ...loopState(state), at: 'draining', ending }) as const;

/** A feature has passed since the product was looked at last. */
export const isSmokeDue = ({ job, lastPassed, iterationsLeft }: LoopState): boolean =>
  iterationsLeft > 0 && job.smoke?.onFeaturePass === true && lastPassed?.isSmoked === false;

/** Everything has passed: the gate before the end, where there is one. */
export const toFinish = (state: LoopState) =>
  state.job.smoke?.onDone === true
    ? ({ ...loopState(state), at: 'opening-smoke', gate: 'done' } as const)
    : ended(state, { is: 'done' });

export const smokeSteps = [
  step({
    at: 'opening-smoke', // a lane of its own: nobody's checkout is looked at, and what the product writes goes with it
    to: ['smoking', 'closing-smoke', 'draining'],
    needs: (state) => ({
      lane: act(openLane, {
        slug: 'smoke',
        from: state.job.base,
        ...(state.job.onPass ? { onto: shown(state) } : {}),
        ...(state.job.allots ? { allots: state.job.allots } : {}),
      }),
    }),
    next: (state, { lane: opened }) => {
      if (!opened.ok) return ended(state, endingFromResult(state, opened.failure));
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
      if ('code' in smoked) return ended(state, { is: 'escalated', reason: formatReason('smoke', smoked.code) });
      if (smoked.is === 'failed') return reopened(state, kept?.ok ? kept.value.file : undefined);
      return looked(state, gate);
    },
  }),
];

/** What is looked at where nothing is merged: the feature that passed last with what it began on, and everything before the end. */
function shown(state: Extract<Mission, { at: 'opening-smoke' }>): readonly string[] {
  return state.gate === 'feature' && state.lastPassed
    ? stackedBaseFor(state, state.lastPassed.feature)
    : allPassedWork(state);
}

const isFailed = (smoked: SmokeResult | SeparateFeatures | Failure): smoked is Extract<SmokeResult, { is: 'failed' }> =>
  'is' in smoked && smoked.is === 'failed';

function looked(state: LoopState, gate: SmokeGate) {
  if (gate === 'done') return ended(state, { is: 'done' });
  const { lastPassed } = state;
  return {
    ...loopState(state),
    ...(lastPassed ? { lastPassed: { ...lastPassed, isSmoked: true } } : {}),
    at: 'deciding',
  } as const;
}

/** Where nothing passed in this run, the last of the list is as good as another: somebody has to look at the product. */
function reopened(state: LoopState, setback: string | undefined) {
  const { features, lastPassed } = state;
  const id = lastPassed?.feature ?? features.at(-1)?.id ?? '';
  // What is kept and not merged stays the beginning of the next attempt.
  const merged = state.job.onPass ? {} : { commit: undefined };
  const after = withFeature(state, id, { status: 'failing', why: 'smoke', setback, ...merged });
  return {
    ...after,
    ...(lastPassed ? { lastPassed: { ...lastPassed, isSmoked: true } } : {}),
    at: 'deciding',
  } as const;
}
