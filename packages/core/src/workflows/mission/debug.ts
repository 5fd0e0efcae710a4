/**
 * A feature that keeps failing is looked into once before anybody decides about it again (MO-22): what the debugger found is
 * kept as `debug/<feature>.md`, and the next worker is told. It is no decision, and spends no iteration.
 */
import { agent, type Workplace } from '../../effects/agent.ts';
import { briefFeature, writeNote } from '../../effects/features.ts';
import { act } from '../../effects/operation.ts';
import { stepsOf } from '../../machine/machine.ts';
import { keptLanes } from './kept-lanes.ts';
import { endingOf } from './lane-result.ts';
import { debuggerRole } from './roles/debugger.ts';
import {
  type FeatureState,
  featureOf,
  type LoopState,
  loopState,
  type Mission,
  type MissionEnding,
  withFeature,
} from './state.ts';

const step = stepsOf<Mission>();
const ended = (state: LoopState, ending: MissionEnding) => ({ ...loopState(state), at: 'draining', ending }) as const;

/** The first that is due, if any is. */
export function isDebugDue({ job: { debugAfter }, features, lanes, iterationsLeft }: LoopState): string | undefined {
  if (debugAfter === undefined || iterationsLeft === 0) return undefined;
  const isDue = ({ id, status, attempts, debugged }: FeatureState) =>
    status === 'failing' && attempts >= debugAfter && debugged !== true && !lanes.some(({ feature }) => feature === id);
  return features.find(isDue)?.id;
}

/** Where a feature can be looked into: its lane as it was left, or the checkout when it has none. */
export function debugWorkplace(state: LoopState, feature: string): Workplace {
  const [left] = keptLanes(featureOf(state, feature));
  return left && !state.job.checkout
    ? { cwd: `.harness/worktrees/${left.name}`, checkpoint: left.saved.checkpoint }
    : { cwd: '.', checkpoint: state.job.base };
}

export const debugSteps = [
  step({
    at: 'briefing-debugger',
    to: ['debugging', 'draining'],
    needs: (state) => ({
      brief: act(briefFeature, {
        plan: state.plan,
        feature: state.feature,
        setback: featureOf(state, state.feature).setback ?? null,
      }),
    }),
    next: (state, { brief }) =>
      brief.ok
        ? { ...loopState(state), at: 'debugging', feature: state.feature, brief: brief.value }
        : ended(state, endingOf(brief.failure)),
  }),
  step({
    at: 'debugging',
    to: ['noting-debug', 'deciding', 'draining'],
    needs: (state) => {
      const { feature, brief } = state;
      const place = debugWorkplace(state, feature);
      const { attempts } = featureOf(state, feature);
      const input = { feature, attempts, task: brief.task, setback: brief.setback, cwd: place.cwd };
      return { debugged: agent(debuggerRole, place, input, { item: feature }) };
    },
    // Help that did not come is no reason to stop: only what stops everybody does.
    next: (state, { debugged }) => {
      if (debugged.ok)
        return { ...loopState(state), at: 'noting-debug', feature: state.feature, note: debugged.value.note };
      const ending = endingOf(debugged.failure);
      return ending.is === 'capped' ? ended(state, ending) : looked(state);
    },
  }),
  step({
    at: 'noting-debug',
    to: ['deciding'],
    needs: ({ feature, note }) => ({ noted: act(writeNote, { note: { is: 'debug', feature, text: note } }) }),
    next: (state) => looked(state),
  }),
];

const looked = (state: LoopState & { readonly feature: string }) =>
  ({ ...withFeature(state, state.feature, { debugged: true }), at: 'deciding' }) as const;
