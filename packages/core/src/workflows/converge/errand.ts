/** What only a person can do is asked for, and does not cost a pass (D-03). What was written so far is saved by then. */
import { question } from '../../effects/question.ts';
import { stepsOf } from '../../machine/machine.ts';
import { type ConvergeState, passState } from './job.ts';

const step = stepsOf<ConvergeState>();

export const errandSteps = [
  step({
    at: 'asking-errand',
    to: ['implementing', 'closing'],
    needs: ({ errand: { what, why }, diff, job }) => ({
      answer: question('errand', { what, why }, [diff], job.item ?? null),
    }),
    next: (state, { answer }) =>
      answer.choice === 'Done'
        ? {
            ...passState(state),
            at: 'implementing',
            repair: { because: 'errand', errand: state.errand, note: answer.note },
          }
        : { at: 'closing', lane: state.lane, over: { at: 'stopped' } },
  }),
];
