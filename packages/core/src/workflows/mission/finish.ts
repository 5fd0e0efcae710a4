/** Ends a mission and closes its lanes, or parks it with them (M-28, exits 3, 5 and 6). Running lanes finish first. */
import { anyChild } from '../../effects/any-child.ts';
import { compareUserFiles, type TouchedUserFiles } from '../../effects/checkout.ts';
import { settleNote, writeNote } from '../../effects/features.ts';
import { closeLane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { signal } from '../../effects/signal.ts';
import { defineStep, type Effect, type Needs } from '../../machine/machine.ts';
import { toResultChecks } from './check-result.ts';
import type { MissionJob } from './job.ts';
import { applyLaneResult } from './lane-result.ts';
import { hasMemory, startCuration } from './remember.ts';
import {
  closeMerged,
  type FeatureState,
  keptLanes,
  type LoopState,
  loopState,
  type Mission,
  type MissionEnding,
  withoutMerged,
} from './state.ts';

const step = defineStep<Mission>();

/** The first ending holds: later results of lanes do not change it. */
export const finishSteps = [
  step({
    at: 'draining',
    to: ['draining', 'noting', 'finding-base', 'curating', 'resting', 'closing'],
    needs: (state): { ended?: ReturnType<typeof waitFor>; touched?: Effect<TouchedUserFiles> } => ({
      ...(state.lanes.length > 0 ? { ended: waitFor(state.lanes) } : compareNeed(state.job)),
      ...closeMerged(state),
    }),
    next: (draining, { ended }) => {
      const state = { ...withoutMerged(draining), ending: draining.ending };
      if (ended === undefined) return afterLanes(state, state.ending);
      const { loop: after } = applyLaneResult(state, ended);
      return { ...loopState(after), at: 'draining', ending: state.ending };
    },
  }),
  step({
    at: 'noting',
    to: ['curating', 'resting'],
    needs: ({ ending: { reason }, features }) => ({
      noted: act(writeNote, {
        note: {
          is: 'escalation',
          reason,
          features: features.map(({ id, status, attempts }) => ({ id, status, attempts })),
        },
      }),
    }),
    next: (state) =>
      hasMemory(state)
        ? startCuration(state, state.ending)
        : { ...loopState(state), at: 'resting', ending: state.ending },
  }),
  step({
    at: 'resting',
    to: ['reopening'],
    needs: () => ({ command: signal('command', ['resume']) }),
    next: (state) => ({ ...loopState(state), at: 'reopening', ending: state.ending }),
  }),
  step({
    at: 'reopening',
    to: ['deciding'],
    needs: () => ({ settled: act(settleNote, { escalation: true }) }),
    next: (state) => ({ ...resumeLoop(state, state.ending), at: 'deciding' }),
  }),
  step({
    at: 'closing',
    to: ['done', 'stopped', 'failed'],
    needs: (state) => closeKeptLanes(state),
    next: ({ features, ending }) => {
      if (ending.is === 'failed') return { at: 'failed', because: ending.because, features };
      return { at: ending.is, features };
    },
  }),
];

/** No agent works any more. A failed comparison changes nothing: the files are kept. */
const compareNeed = ({ checkout, userFiles: kept }: MissionJob) =>
  checkout && kept ? { touched: act(compareUserFiles, { kept, foreign: checkout.foreign, docsPath: '.harness' }) } : {};

const waitFor = (lanes: LoopState['lanes']) => anyChild(lanes.map(({ child }) => child));

function afterLanes(state: LoopState, ending: MissionEnding) {
  switch (ending.is) {
    case 'escalated':
      return { ...loopState(state), at: 'noting', ending } as const;
    case 'limit-reached':
    case 'capped':
      return { ...loopState(state), at: 'resting', ending } as const;
    case 'done':
      return toResultChecks(state);
    case 'stopped':
    case 'failed':
      return { ...loopState(state), at: 'closing', ending } as const;
  }
}

/** A resume after an escalation resets failing and blocked features: the person has handled the problem. */
function resumeLoop(state: LoopState, { is }: MissionEnding): LoopState {
  const iterationsLeft =
    is === 'limit-reached' || state.iterationsLeft === 0 ? state.job.iterations : state.iterationsLeft;
  const resetAttempts = (feature: FeatureState): FeatureState => {
    if (feature.status === 'blocked') return { ...feature, status: 'todo', attempts: 0, architected: false };
    return feature.status === 'failing' ? { ...feature, attempts: 0, architected: false } : feature;
  };
  const features = is === 'escalated' ? state.features.map(resetAttempts) : state.features;
  return { ...loopState(state), features, iterationsLeft, queue: [], refused: '' };
}

/** Closes the lanes of features that have not passed, whose work is kept under a ref, and that of the last merged one. */
export const closeKeptLanes = (state: Pick<LoopState, 'features' | 'merged'>): Needs => ({
  ...Object.fromEntries(
    state.features.flatMap(keptLanes).map(({ name }) => [name, act(closeLane, { lane: null, name })]),
  ),
  ...(state.merged ? { 'merged lane': act(closeLane, { lane: state.merged }) } : {}), // no feature has a space in its id
});
