/** Empties the base folder of all documents: lists it first, and asks for a Yes (W-142). */
import { clearBase, surveyBase } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import type { State } from '../../machine/machine.ts';
import { taskCodes } from './codes.ts';
import { step, taskFailed } from './state.ts';

export const clearDocsSteps = [
  step({
    at: 'surveying-base',
    to: ['asking-base', 'completed', 'failed'],
    needs: ({ base: place }) => ({ found: act(surveyBase, { base: place }) }),
    next: ({ base: place }, { found }) => {
      if (!found.ok) return taskFailed(found.failure);
      const { folders } = found.value;
      const files = folders.reduce((sum, folder) => sum + folder.files, 0);
      return files === 0 && folders.length === 0
        ? { at: 'completed' }
        : { at: 'asking-base', base: place, folders: folders.length, files };
    },
  }),
  step({
    at: 'asking-base',
    to: ['clearing-base', 'cancelled'],
    needs: ({ base: place, folders, files }) => ({
      answer: ask(taskCodes, 'clean-up', { base: place, folders, files }),
    }),
    next: ({ base: place }, { answer }) =>
      answer.choice === 'Yes' ? { at: 'clearing-base', base: place } : { at: 'cancelled' },
  }),
  step({
    at: 'clearing-base',
    to: ['completed', 'failed'],
    needs: ({ base: place }) => ({ cleared: act(clearBase, { base: place }) }),
    next: (_, { cleared }) => (cleared.ok ? { at: 'completed' } : taskFailed(cleared.failure)),
  }),
] as const;

/** A run that only clears documents calls no agent. */
export const isClearingDocs = ({ at }: State): boolean => clearDocsSteps.some((one) => one.at === at);
