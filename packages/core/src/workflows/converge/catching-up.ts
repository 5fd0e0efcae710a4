/** Whoever repairs what others found was not there when the change was made: it is read before they are asked (D-27). */
import { readChange } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { stepsOf } from '../../machine.ts';
import { type Converge, giveUp, pass } from './job.ts';

const step = stepsOf<Converge>();

export const catchingUpSteps = [
  step({
    at: 'catching-up',
    to: ['implementing', 'closing'],
    needs: ({ lane: { branch }, from }) => ({ change: act(readChange, { branch, base: from }) }),
    next: (state, { change }) => {
      if (!change.ok) return giveUp(state, change.failure);
      const repair = { because: 'findings', findings: state.found } as const;
      return { ...pass(state), at: 'implementing', made: change.value.diff, repair };
    },
  }),
];
