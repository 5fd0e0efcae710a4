/**
 * Asks about a plan that a person edited (contracts §3), after the running lanes, whose results are about the old plan.
 * Only differences from the files that the person saw count as edits.
 */
import { backUpPlanEdit, checkPlanEdit, type FeatureProgress, importPlanEdit } from '../../effects/features.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { signal } from '../../effects/signal.ts';
import type { FeatureRecord } from '../../input-files/features.ts';
import { type Changes, defineStep } from '../../machine/machine.ts';
import { missionCodes } from './codes.ts';
import { endingOf } from './lane-result.ts';
import {
  type FeatureState,
  keptLanes,
  type LoopState,
  loopState,
  type Mission,
  type PendingEdit,
  toDraining,
} from './state.ts';

const step = defineStep<Mission>();

/** Signals accepted while lanes run; each may arrive early and is used once. */
export const loopSignals = ({ job, granted }: LoopState) => ({
  edited: signal(editSignal, ['edited']),
  wanted: signal(
    checkpointSignal,
    job.checkpoints.map(({ name }) => name).filter((name) => !granted.includes(name)),
  ),
});
export const editSignal = 'features';
/** Requests that the mission waits at one of its checkpoints (MO-11). */
export const checkpointSignal = 'checkpoint';

export const editSteps = [
  step({
    at: 'looking-at-edit',
    to: ['deciding', 'draining'],
    needs: ({ plan, features, shown }) => ({
      look: act(checkPlanEdit, { plan, features: features.map(toStanding), ...(shown ? { shown } : {}) }),
    }),
    next: (state, { look }) => {
      if (!look.ok) return toDraining(state, endingOf(look.failure));
      const isNew = look.value.isEdited && state.edited === undefined;
      return { ...loopState(state), ...(isNew ? { edited: newEdit(state, state.shown) } : {}), at: 'deciding' };
    },
  }),
  step({
    at: 'asking-edit',
    to: ['taking-edit', 'overwriting'],
    needs: ({ edited }) => ({ answer: askAboutEdit(edited) }),
    next: (state, { answer: { choice } }) => applyChoice(state, { ...state.edited, choice }),
  }),
  step({
    at: 'taking-edit',
    to: ['deciding', 'asking-edit', 'draining'],
    needs: ({ plan, features }) => ({
      edit: act(importPlanEdit, {
        plan,
        begun: features.flatMap((one) => (keptLanes(one).length > 0 ? [one.id] : [])),
      }),
    }),
    next: (state, { edit }) => {
      if (!edit.ok) return toDraining(state, endingOf(edit.failure));
      const { value } = edit;
      if (value.is === 'refused')
        return {
          ...loopState(state),
          at: 'asking-edit',
          edited: { ...state.edited, choice: null, problems: value.problems },
        };
      const features = mergeEdit(value.features, state);
      return { ...withoutRemoved(withoutEdit(state), features), plan: value.plan, features, at: 'deciding' };
    },
  }),
  step({
    at: 'overwriting',
    to: ['deciding', 'draining'],
    needs: ({ plan }) => ({ aside: act(backUpPlanEdit, { plan }) }),
    next: (state, { aside }) =>
      aside.ok ? { ...withoutEdit(state), at: 'deciding' } : toDraining(state, endingOf(aside.failure)),
  }),
];

export const askAboutEdit = ({ problems }: PendingEdit) =>
  ask(
    missionCodes,
    'features-file',
    { problems },
    { evidence: [{ file: '.harness/features.json' }, { file: '.harness/validation-contract.md' }] },
  );

export function toSettlingEdit(state: LoopState, edited: PendingEdit) {
  return edited.choice === null
    ? ({ ...loopState(state), at: 'asking-edit', edited } as const)
    : applyChoice(state, edited);
}

const applyChoice = (state: LoopState, edited: PendingEdit) =>
  edited.choice === 'Take over'
    ? ({ ...loopState(state), at: 'taking-edit', edited } as const)
    : ({ ...loopState(state), at: 'overwriting', edited } as const);

/** Drops pending decisions, because the features may have changed. */
function withoutEdit(state: LoopState): LoopState {
  const { edited: _, ...rest } = loopState(state);
  return { ...rest, queue: [], refused: '' };
}

/** A smoke test must not reopen a feature that was removed from the plan. */
function withoutRemoved(state: LoopState, features: readonly FeatureProgress[]): LoopState {
  const { lastPassed, ...rest } = state;
  return lastPassed && features.some(({ id }) => id === lastPassed.feature) ? state : rest;
}

function mergeEdit(
  found: readonly FeatureProgress[],
  { features, edited, job }: Pick<LoopState, 'features' | 'job'> & { readonly edited: PendingEdit },
): readonly FeatureState[] {
  const [known, shown] = [byId(features), byId(edited.shown)];
  return found.map((feature) => {
    const [own, before] = [known.get(feature.id), shown.get(feature.id)];
    const isUntouched = before?.status === feature.status && before.attempts === feature.attempts;
    const { after, kinds } = feature;
    return own && isUntouched ? { ...own, after, kinds } : editFeature(feature, own, job.onPass !== undefined);
  });
}

const byId = <One extends { readonly id: string }>(all: readonly One[]) => new Map(all.map((one) => [one.id, one]));

/** Uses the person's status, and keeps the feature's lanes, setback and branch. */
function editFeature(found: FeatureProgress, own: Partial<FeatureState> = {}, isKept = false): FeatureState {
  const { saved, setback, ruling, rivals, commit, branch, pull } = own;
  return {
    ...found,
    // No lane is running, whatever status the file has.
    status: found.status === 'in_progress' || found.status === 'validating' ? 'todo' : found.status,
    ...(saved ? { saved } : {}),
    ...(setback ? { setback } : {}),
    ...(ruling ? { ruling } : {}),
    ...(rivals ? { rivals } : {}),
    ...(isKept && commit ? { commit } : {}),
    ...(isKept && branch ? { branch } : {}),
    ...(isKept && pull ? { pull } : {}),
  };
}

/** Records on resume that the person edited the plan; the loop asks about it before its next decision. */
export function applyMissionChanges(state: Mission, { features }: Changes): Mission {
  if (features !== 'edited' || !('plan' in state) || state.edited !== undefined) return state;
  return { ...state, edited: newEdit(state) };
}

const toStanding = ({ id, status, attempts }: FeatureState): FeatureRecord => ({ id, status, attempts });

const newEdit = ({ features }: Pick<LoopState, 'features'>, shown?: PendingEdit['shown']): PendingEdit => ({
  shown: shown ?? features.map(toStanding),
  choice: null,
  problems: '',
});

/** Looks for an edit of the files, which show the state `before`: no work continues on it without the person's answer. */
export const toPlanEditCheck = (state: LoopState, before: Pick<LoopState, 'features'> = state) =>
  state.job.hears && state.edited === undefined
    ? ({ ...loopState(state), at: 'looking-at-edit', shown: before.features.map(toStanding) } as const)
    : ({ ...loopState(state), at: 'deciding' } as const);
