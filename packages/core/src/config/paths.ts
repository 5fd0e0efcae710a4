/** Settings for folders and branches of the target repository (D-15: the harness requires no layout). */
import { list, path, text } from './field.ts';

export const pathSettings = {
  planDir: path('The folder of plans that are to be done, one file a plan.').prefault('docs/exec-plans/active'),
  completedDir: path('The folder that a plan moves to when its pull request is merged.').prefault(
    'docs/exec-plans/completed',
  ),
  contextDir: path(
    'The folder where people drop context for the agents; "docs/context" when nothing is said.',
  ).optional(),
  stateDir: path('The folder where the daemon keeps its state, logs and reports; ignored by git.').prefault(
    '.orchestrator',
  ),
  appPaths: list(path('A file or folder.'), 'Where the product itself is: what a fidelity check reads.').prefault([
    'src',
  ]),
  baseBranch: text('The branch that work begins from and is merged into.').default('main'),
};
