/** Calls the debugger once for a feature that keeps failing (MO-22). Its note costs no iteration. */
import { agent, type Workplace } from '../../effects/agent.ts';
import { briefFeature, writeNote } from '../../effects/features.ts';
import { act } from '../../effects/operation.ts';
import { defineStep } from '../../machine/machine.ts';
import type { Role } from '../../role/role.ts';
import { endingOf } from './lane-result.ts';
import { debuggerRole } from './roles/debugger.ts';
import type { FailingFeature } from './roles/failing-feature.ts';
import {
  type FeatureState,
  featureOf,
  keptLanes,
  type LoopState,
  loopState,
  type Mission,
  toDraining,
  withFeature,
} from './state.ts';

const step = defineStep<Mission>();

/** The first feature that the debugger should inspect; `undefined` if there is none. */
export function featureToDebug({
  job: { debugAfter },
  features,
  lanes,
  iterationsLeft,
}: LoopState): string | undefined {
  if (debugAfter === undefined || iterationsLeft === 0) return undefined;
  const isDue = ({ id, status, attempts, debugged }: FeatureState) =>
    status === 'failing' && attempts >= debugAfter && debugged !== true && !lanes.some(({ feature }) => feature === id);
  return features.find(isDue)?.id;
}

/** The feature's remaining lane, or the checkout if it has none. */
function debugWorkplace(state: LoopState, feature: string): Workplace {
  const [left] = keptLanes(featureOf(state, feature));
  return left && !state.job.checkout
    ? { cwd: `.harness/worktrees/${left.name}`, checkpoint: left.saved.checkpoint }
    : { cwd: '.', checkpoint: state.job.base };
}

export const briefFailing = (state: LoopState & { readonly feature: string }) => {
  const { plan, feature } = state;
  return act(briefFeature, { plan, feature, setback: featureOf(state, feature).setback ?? null });
};

export function callAboutFailing<Value>(
  role: Role<FailingFeature, Value>,
  state: Extract<Mission, { at: 'debugging' | 'architecting' }>,
) {
  const { feature, brief } = state;
  const place = debugWorkplace(state, feature);
  const { attempts } = featureOf(state, feature);
  const input = { feature, attempts, task: brief.task, setback: brief.setback, cwd: place.cwd };
  return agent(role, place, input, { item: feature });
}

export const debugSteps = [
  step({
    at: 'briefing-debugger',
    to: ['debugging', 'draining'],
    needs: (state) => ({ brief: briefFailing(state) }),
    next: (state, { brief }) =>
      brief.ok
        ? { ...loopState(state), at: 'debugging', feature: state.feature, brief: brief.value }
        : toDraining(state, endingOf(brief.failure)),
  }),
  step({
    at: 'debugging',
    to: ['noting-debug', 'deciding', 'draining'],
    needs: (state) => ({ debugged: callAboutFailing(debuggerRole, state) }),
    // The debugger only helps: its failure does not stop the mission, unless a cap is reached.
    next: (state, { debugged }) => {
      if (debugged.ok)
        return { ...loopState(state), at: 'noting-debug', feature: state.feature, note: debugged.value.note };
      const ending = endingOf(debugged.failure);
      return ending.is === 'capped' ? toDraining(state, ending) : afterDebug(state);
    },
  }),
  step({
    at: 'noting-debug',
    to: ['deciding'],
    needs: ({ feature, note }) => ({ noted: act(writeNote, { note: { is: 'debug', feature, text: note } }) }),
    next: (state) => afterDebug(state),
  }),
];

const afterDebug = (state: LoopState & { readonly feature: string }) =>
  ({ ...withFeature(state, state.feature, { debugged: true }), at: 'deciding' }) as const;
