/**
 * A plan that a person changed by hand: what its files say is taken over, or written over (contracts §3).
 *
 * Lanes that run come back first: what they report is about the plan that they were told. A person changes what was shown
 * to them, so only what differs from that is theirs: the rest stays as it has become meanwhile.
 */
import { type FeatureProgress, lookAtEdit, setEditAside, takeEdit } from '../../effects/features.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { signal } from '../../effects/signal.ts';
import type { FeatureStanding } from '../../input-files/features.ts';
import { type Changes, stepsOf } from '../../machine/machine.ts';
import { missionCodes } from './codes.ts';
import { keptLanes } from './kept-lanes.ts';
import { endingOf } from './lane-result.ts';
import { type FeatureState, type LoopState, loopState, type Mission, type PendingEdit } from './state.ts';

const step = stepsOf<Mission>();

/** What is heard while lanes run, besides that one has ended. It may come early, and is used once. */
export const loopSignals = ({ job, granted }: LoopState) => ({
  edited: signal(editSignal, ['edited']),
  wanted: signal(
    checkpointSignal,
    job.checkpoints.map(({ name }) => name).filter((name) => !granted.includes(name)),
  ),
});
export const editSignal = 'features';
/** That somebody wants the mission to wait at one of its checkpoints (MO-11). */
export const checkpointSignal = 'checkpoint';

export const editSteps = [
  step({
    at: 'looking-at-edit',
    to: ['deciding', 'draining'],
    needs: ({ plan, features, shown }) => ({
      look: act(lookAtEdit, { plan, features: features.map(standing), ...(shown ? { shown } : {}) }),
    }),
    next: (state, { look }) => {
      if (!look.ok) return { ...loopState(state), at: 'draining', ending: endingOf(look.failure) };
      const isNew = look.value.isEdited && state.edited === undefined;
      return { ...loopState(state), ...(isNew ? { edited: editedNow(state, state.shown) } : {}), at: 'deciding' };
    },
  }),
  step({
    at: 'asking-edit',
    to: ['taking-edit', 'overwriting'],
    needs: ({ edited }) => ({ answer: askAboutEdit(edited) }),
    next: (state, { answer: { choice } }) => carriedOut(state, { ...state.edited, choice }),
  }),
  step({
    at: 'taking-edit',
    to: ['deciding', 'asking-edit', 'draining'],
    needs: ({ plan, features }) => ({
      edit: act(takeEdit, { plan, begun: features.flatMap((one) => (keptLanes(one).length > 0 ? [one.id] : [])) }),
    }),
    next: (state, { edit }) => {
      if (!edit.ok) return { ...loopState(state), at: 'draining', ending: endingOf(edit.failure) };
      const { value } = edit;
      if (value.is === 'refused')
        return {
          ...loopState(state),
          at: 'asking-edit',
          edited: { ...state.edited, choice: null, problems: value.problems },
        };
      const features = taken(value.features, state);
      return { ...reopenable(settled(state), features), plan: value.plan, features, at: 'deciding' };
    },
  }),
  step({
    at: 'overwriting',
    to: ['deciding', 'draining'],
    needs: ({ plan }) => ({ aside: act(setEditAside, { plan }) }),
    next: (state, { aside }) =>
      aside.ok
        ? { ...settled(state), at: 'deciding' }
        : { ...loopState(state), at: 'draining', ending: endingOf(aside.failure) },
  }),
];

export const askAboutEdit = ({ problems }: PendingEdit) =>
  ask(
    missionCodes,
    'features-file',
    { problems },
    { evidence: [{ file: '.harness/features.json' }, { file: '.harness/validation-contract.md' }] },
  );

/** Where the loop goes on instead of deciding. */
export function toSettlingEdit(state: LoopState, edited: PendingEdit) {
  return edited.choice === null
    ? ({ ...loopState(state), at: 'asking-edit', edited } as const)
    : carriedOut(state, edited);
}

const carriedOut = (state: LoopState, edited: PendingEdit) =>
  edited.choice === 'Take over'
    ? ({ ...loopState(state), at: 'taking-edit', edited } as const)
    : ({ ...loopState(state), at: 'overwriting', edited } as const);

/** What was decided about features that may be others now is forgotten with it. */
function settled(state: LoopState): LoopState {
  const { edited: _, ...rest } = loopState(state);
  return { ...rest, queue: [], refused: '' };
}

/** A feature that is no part of the plan any more is not opened again by a smoke test. */
function reopenable(state: LoopState, features: readonly FeatureProgress[]): LoopState {
  const { lastPassed, ...rest } = state;
  return lastPassed && features.some(({ id }) => id === lastPassed.feature) ? state : rest;
}

function taken(
  found: readonly FeatureProgress[],
  { features, edited, job }: Pick<LoopState, 'features' | 'job'> & { readonly edited: PendingEdit },
): readonly FeatureState[] {
  const [known, shown] = [byId(features), byId(edited.shown)];
  return found.map((feature) => {
    const [own, before] = [known.get(feature.id), shown.get(feature.id)];
    const isUntouched = before?.status === feature.status && before.attempts === feature.attempts;
    const { after, kinds } = feature;
    return own && isUntouched ? { ...own, after, kinds } : changedBy(feature, own, job.onPass !== undefined);
  });
}

const byId = <One extends { readonly id: string }>(all: readonly One[]) => new Map(all.map((one) => [one.id, one]));

/** It stands as the person says, with the work in its lanes and what is known of it; a branch that is kept is gone on with. */
function changedBy(found: FeatureProgress, own: Partial<FeatureState> = {}, isKept = false): FeatureState {
  const { saved, setback, ruling, rivals, commit, branch, pull } = own;
  return {
    ...found,
    // Nobody is at work on it, whatever was written there.
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

/** What a person changed about a mission that is resumed. It is asked about as soon as nothing else is in hand. */
export function applyMissionChanges(state: Mission, { features }: Changes): Mission {
  if (features !== 'edited' || !('plan' in state) || state.edited !== undefined) return state;
  return { ...state, edited: editedNow(state) };
}

const standing = ({ id, status, attempts }: FeatureState): FeatureStanding => ({ id, status, attempts });

const editedNow = ({ features }: Pick<LoopState, 'features'>, shown?: PendingEdit['shown']): PendingEdit => ({
  shown: shown ?? features.map(standing),
  choice: null,
  problems: '',
});

/**
 * Before anything is decided after this: the files show how it was `before`, and what a person wrote into them since then
 * would be built, judged or ended without them.
 */
export const afterPlanLook = (state: LoopState, before: Pick<LoopState, 'features'> = state) =>
  state.job.hears && state.edited === undefined
    ? ({ ...loopState(state), at: 'looking-at-edit', shown: before.features.map(standing) } as const)
    : ({ ...loopState(state), at: 'deciding' } as const);
