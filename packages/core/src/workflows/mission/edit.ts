/**
 * A plan that a person changed by hand: what its files say is taken over, or written over (contracts §3).
 *
 * Lanes that run come back first: what they report is about the plan that they were told. A person changes what was shown
 * to them, so only what differs from that is theirs: the rest stays as it has become meanwhile.
 */
import { type Kept, lookAtEdit, type Shown, setEditAside, takeEdit } from '../../effects/features.ts';
import { act } from '../../effects/operation.ts';
import { question } from '../../effects/question.ts';
import { signal } from '../../effects/signal.ts';
import { type Changes, stepsOf } from '../../machine.ts';
import { keptLanes } from './kept-lanes.ts';
import { endingOf } from './landed.ts';
import { type Edited, type Feature, type Loop, loop, type Mission } from './state.ts';

const step = stepsOf<Mission>();

/** What is heard while lanes run, besides that one has ended. It may come early, and is used once. */
export const heard = ({ job, granted }: Loop) => ({
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
      if (!look.ok) return { ...loop(state), at: 'draining', ending: endingOf(look.failure) };
      const isNew = look.value.isEdited && state.edited === undefined;
      return { ...loop(state), ...(isNew ? { edited: editedNow(state, state.shown) } : {}), at: 'deciding' };
    },
  }),
  step({
    at: 'asking-edit',
    to: ['taking-edit', 'overwriting'],
    needs: ({ edited }) => ({ answer: askEdit(edited) }),
    next: (state, { answer: { choice } }) => carriedOut(state, { ...state.edited, choice }),
  }),
  step({
    at: 'taking-edit',
    to: ['deciding', 'asking-edit', 'draining'],
    needs: ({ plan, features }) => ({
      edit: act(takeEdit, { plan, begun: features.flatMap((one) => (keptLanes(one).length > 0 ? [one.id] : [])) }),
    }),
    next: (state, { edit }) => {
      if (!edit.ok) return { ...loop(state), at: 'draining', ending: endingOf(edit.failure) };
      const { value } = edit;
      if (value.is === 'refused')
        return {
          ...loop(state),
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
        : { ...loop(state), at: 'draining', ending: endingOf(aside.failure) },
  }),
];

export const askEdit = ({ problems }: Edited) =>
  question('features-file', { problems }, [
    { file: '.harness/features.json' },
    { file: '.harness/validation-contract.md' },
  ]);

/** Where the loop goes on instead of deciding. */
export function settling(state: Loop, edited: Edited) {
  return edited.choice === null ? ({ ...loop(state), at: 'asking-edit', edited } as const) : carriedOut(state, edited);
}

const carriedOut = (state: Loop, edited: Edited) =>
  edited.choice === 'Take over'
    ? ({ ...loop(state), at: 'taking-edit', edited } as const)
    : ({ ...loop(state), at: 'overwriting', edited } as const);

/** What was decided about features that may be others now is forgotten with it. */
function settled(state: Loop): Loop {
  const { edited: _, ...rest } = loop(state);
  return { ...rest, queue: [], refused: '' };
}

/** A feature that is no part of the plan any more is not opened again by a smoke test. */
function reopenable(state: Loop, features: readonly Kept[]): Loop {
  const { lastPassed, ...rest } = state;
  return lastPassed && features.some(({ id }) => id === lastPassed.feature) ? state : rest;
}

function taken(
  found: readonly Kept[],
  { features, edited, job }: Pick<Loop, 'features' | 'job'> & { readonly edited: Edited },
): readonly Feature[] {
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
function changedBy(found: Kept, own: Partial<Feature> = {}, isKept = false): Feature {
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
export function adjust(state: Mission, { features }: Changes): Mission {
  if (features !== 'edited' || !('plan' in state) || state.edited !== undefined) return state;
  return { ...state, edited: editedNow(state) };
}

const standing = ({ id, status, attempts }: Feature): Shown => ({ id, status, attempts });

const editedNow = ({ features }: Pick<Loop, 'features'>, shown?: Edited['shown']): Edited => ({
  ...{ shown: shown ?? features.map(standing), choice: null, problems: '' },
});

/**
 * Before anything is decided after this: the files show how it was `before`, and what a person wrote into them since then
 * would be built, judged or ended without them.
 */
export const lookedAt = (state: Loop, before: Pick<Loop, 'features'> = state) =>
  state.job.hears && state.edited === undefined
    ? ({ ...loop(state), at: 'looking-at-edit', shown: before.features.map(standing) } as const)
    : ({ ...loop(state), at: 'deciding' } as const);
