/** What only a person can do is asked for, and does not cost a pass (D-03). What was written so far is saved by then. */
import { question } from '../../effects/question.ts';
import { stepsOf } from '../../machine.ts';
import { type Converge, pass } from './job.ts';

const step = stepsOf<Converge>();

export const needSteps = [
  step({
    at: 'asking-need',
    to: ['implementing', 'closing'],
    needs: ({ need: { what, why }, diff, job }) => ({
      answer: question('need', { what, why }, [diff], job.item ?? null),
    }),
    next: (state, { answer }) =>
      answer.choice === 'Done'
        ? { ...pass(state), at: 'implementing', repair: { because: 'need', need: state.need, note: answer.note } }
        : { at: 'closing', lane: state.lane, over: { at: 'stopped' } },
  }),
];
