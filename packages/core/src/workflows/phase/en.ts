/** The English texts of phase. */
import type { Catalogue } from '../../codes.ts';
import type { phaseCodes } from './codes.ts';

export const en: Catalogue<typeof phaseCodes> = {
  refusals: {
    'phase.unconfigured': ({ phase, setting }) => ({
      message: `The phase ${phase} needs the setting ${setting}, which the configuration does not set.`,
      next: 'harness doctor',
    }),
    'phase.no-branch': ({ plan, branch }) => ({
      message: `The branch ${branch} does not exist yet.`,
      next: `harness run ${plan} --phase implement`,
    }),
    'phase.unreviewed': ({ plan, branch, first }) => ({
      message:
        first === 'fix'
          ? `The newest review of ${branch} has a blocking finding. Fix it before you prepare a pull request.`
          : `The newest commit on ${branch} was not reviewed. Review it before you prepare a pull request.`,
      next: `harness run ${plan} --phase ${first}`,
    }),
    'phase.nothing-to-fix': ({ plan, branch }) => ({
      message: `The newest commit on ${branch} has no known blocking finding.`,
      next: `harness run ${plan} --phase review`,
    }),
    'branch.checked-out': ({ branch, base }) => ({
      message: `${branch} is checked out here: a commit on it would make your files look changed. Switch to another branch first.`,
      next: `git switch ${base}`,
    }),
  },
  sentences: {
    clean: () => 'No finding blocks.',
    verified: () => 'E2E verification passed.',
    ready: ({ pull }) => `Pull request ${pull} is ready to be merged. It was not merged.`,
  },
};
