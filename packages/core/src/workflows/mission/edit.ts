/**
 * A plan that a person changed by hand: what its files say is taken over, or written over (contracts §3).
 *
 * Lanes that run come back first: what they report is about the plan that they were told. A person changes what was shown
 * to them, so only what differs from that is theirs: the rest stays as it has become meanwhile.
 */
import { type Kept, setEditAside, takeEdit } from '../../effects/features.ts';
import { act } from '../../effects/operation.ts';
import { question } from '../../effects/question.ts';
import { type Changes, stepsOf } from '../../machine.ts';
import { endingOf } from './landed.ts';
import { type Edited, type Feature, type Loop, loop, type Mission } from './state.ts';

const step = stepsOf<Mission>();

export const editSteps = [
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
      edit: act(takeEdit, { plan, begun: features.flatMap(({ id, saved }) => (saved ? [id] : [])) }),
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
      const features = value.features.map((found) => taken(found, state));
      return { ...settled(state), plan: value.plan, features, at: 'deciding' };
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

function taken(found: Kept, { features, edited }: Loop & { readonly edited: Edited }): Feature {
  const known = features.find(({ id }) => id === found.id);
  const shown = edited.shown.find(({ id }) => id === found.id);
  const { after, kinds } = found;
  if (known && shown?.status === found.status && shown.attempts === found.attempts) return { ...known, after, kinds };
  return {
    ...found,
    // Nobody is at work on it, whatever was written there.
    status: found.status === 'in_progress' || found.status === 'validating' ? 'todo' : found.status,
    ...(known?.saved ? { saved: known.saved } : {}),
    ...(known?.setback ? { setback: known.setback } : {}),
    ...(known?.ruling ? { ruling: known.ruling } : {}),
  };
}

/** What a person changed about a mission that is resumed. It is asked about as soon as nothing else is in hand. */
export function adjust(state: Mission, { features }: Changes): Mission {
  if (features !== 'edited' || !('plan' in state) || state.edited !== undefined) return state;
  return { ...state, edited: editedNow(state) };
}

export const editedNow = ({ features }: Pick<Loop, 'features'>): Edited => ({
  shown: features.map(({ id, status, attempts }) => ({ id, status, attempts })),
  ...{ choice: null, problems: '' },
});
