/** A plan that is merged is filed: its file moves to the completed ones, as a `chore:` commit on the base branch (D-43). */
import type { Operation } from './operation.ts';

export const filePlan: Operation<
  { id: string; file: string; completedDir: string; base: string },
  /** Nothing when it was filed already. */
  { readonly commit: string | null }
> = {
  kind: 'forge',
  op: 'file-plan',
  samples: [{ commit: 'f1' }, { commit: null }],
  failures: ['git.failed', 'forge.branch-moved', 'forge.unavailable'],
};
