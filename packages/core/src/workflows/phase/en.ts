/** The English texts of phase. */
import type { Catalogue } from '../../codes.ts';
import type { phaseCodes } from './codes.ts';

export const en: Catalogue<typeof phaseCodes> = {
  refusals: {
    'phase.unconfigured': ({ phase, setting }) => ({
      message: `The phase ${phase} needs ${setting}, and the configuration does not set it.`,
      next: 'harness doctor',
    }),
    'phase.no-branch': ({ plan, branch }) => ({
      message: `There is no branch ${branch} yet.`,
      next: `harness run ${plan} --phase implement`,
    }),
    'phase.unreviewed': ({ plan, branch, first }) => ({
      message:
        first === 'fix'
          ? `The newest review of ${branch} found what blocks: no pull request is prepared before it is repaired.`
          : `The newest commit on ${branch} was not reviewed: no pull request is prepared before it is.`,
      next: `harness run ${plan} --phase ${first}`,
    }),
    'phase.nothing-to-fix': ({ plan, branch }) => ({
      message: `Nothing that blocks is known of the newest commit on ${branch}.`,
      next: `harness run ${plan} --phase review`,
    }),
    'branch.checked-out': ({ branch, base }) => ({
      message: `You stand on ${branch}: a commit on it would make your files look changed.`,
      next: `git switch ${base}`,
    }),
  },
  sentences: {
    clean: () => 'Nothing that was found blocks.',
    verified: () => 'E2E verification passed.',
    ready: ({ pull }) => `Nothing stands against the merge of pull request ${pull}. It was not merged.`,
  },
};
