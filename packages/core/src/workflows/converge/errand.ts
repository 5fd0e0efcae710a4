/** Asks a person for a manual step, which uses no pass (D-03). The work so far is saved before. */
import { question } from '../../effects/question.ts';
import { defineStep } from '../../machine/machine.ts';
import { type ConvergeState, passState } from './job.ts';

const step = defineStep<ConvergeState>();

export const manualStepSteps = [
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
            repair: { because: 'errand', errand: state.errand },
          }
        : { at: 'closing', lane: state.lane, over: { at: 'stopped' } },
  }),
];
