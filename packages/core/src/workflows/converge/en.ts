/** The English texts of converge. */
import type { Catalogue } from '../../codes.ts';
import type { convergeCodes } from './codes.ts';

export const en: Catalogue<typeof convergeCodes> = {
  refusals: {
    'passes.too-few': ({ passes }) => ({
      message: `--passes must be a whole number of at least 1, not "${passes}".`,
      next: 'harness converge "<text>" --passes 3',
    }),
    'kind.unknown': ({ kind, kinds }) => ({
      message: `--kind must be one of ${kinds}, not "${kind}". Leave it out for work that a test can show.`,
      next: 'harness converge "<text>" --kind docs',
    }),
  },
  sentences: {
    withoutForeign: ({ files }) => `Uncommitted changes are not part of the lane, which starts from HEAD: ${files}.`,
    noChecks: () =>
      'No check command was given or detected, so only the review decides. Give one with --check "<command>".',
    passes: ({ passes }) =>
      passes === 1 ? 'One pass; then a person is asked.' : `At most ${passes} passes; then a person is asked.`,
  },
};
