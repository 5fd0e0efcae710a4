/** The English texts of planning. */
import type { Catalogue } from '../../codes.ts';
import type { planningCodes } from './codes.ts';

export const en: Catalogue<typeof planningCodes> = {
  sentences: {
    plan: ({ path, title, phase, count }) =>
      `${path}: ${title} (phase ${phase}, ${count} ${count === 1 ? 'pass' : 'passes'})`,
    after: ({ ids }) => `after ${ids}`,
    tags: ({ matches }) => `fulfils ${matches}`,
    notWritten: () => 'This is a preview: nothing was written.',
    nothing: () => 'The planner proposed nothing that is not planned already.',
    skipped: ({ ids }) => `Skipped, because they are completed: ${ids}.`,
    conflicts: ({ ids }) => `These ids are taken by plans that are not completed, and could not be written: ${ids}.`,
    uncovered: ({ matches }) => `No plan carries these acceptance tags: ${matches}.`,
    cut: ({ paths }) => `Only the beginning of this context was read: ${paths}.`,
    leftOut: ({ paths }) => `There was no room for this context: ${paths}.`,
    misread: ({ paths }) => `This context could not be used (no text, or a scope that is none): ${paths}.`,
  },
};
