/** The English texts of planning. */
import type { Catalogue } from '../../codes.ts';
import type { planningCodes } from './codes.ts';

export const en: Catalogue<typeof planningCodes> = {
  sentences: {
    plan: ({ path, title, phase, count }) =>
      `${path}: ${title} (phase ${phase}, ${count} ${count === 1 ? 'pass' : 'passes'})`,
    after: ({ ids }) => `after ${ids}`,
    tags: ({ matches }) => `covers ${matches}`,
    notWritten: () => 'This is a preview: no file was written.',
    nothing: () => 'The planner proposed no new plan.',
    skipped: ({ ids }) => `Skipped because they are already completed: ${ids}.`,
    conflicts: ({ ids }) => `Not written, because unfinished plans already use these ids: ${ids}.`,
    uncovered: ({ matches }) => `No plan covers these acceptance tags: ${matches}.`,
    cut: ({ paths }) => `Only the beginning of these context files was read: ${paths}.`,
    leftOut: ({ paths }) => `These context files were left out for lack of space: ${paths}.`,
    misread: ({ paths }) => `These context files could not be used (not text, or an invalid scope): ${paths}.`,
  },
};
