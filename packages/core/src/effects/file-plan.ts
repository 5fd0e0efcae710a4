/**
 * A plan that is merged is filed: its file moves to the completed ones, as a `chore:` commit on the base branch (D-43).
 * Where a rule of the forge keeps everybody from pushing there, the commit goes the way of all others: by a pull request.
 */
import type { BaseUpdate } from '../forge/pull-request.ts';
import type { Operation } from './operation.ts';

export interface FilePlanResult {
  /** Nothing when it was filed already, or is not yet. */
  readonly commit: string | null;
  /** The pull request that files it, when a rule keeps that from being merged now. */
  readonly waits?: { readonly pull: number; readonly url: string };
  readonly local: BaseUpdate;
}

export const filePlan: Operation<
  { id: string; file: string; completedDir: string; base: string; label: string },
  FilePlanResult
> = {
  kind: 'forge',
  op: 'file-plan',
  samples: [
    { commit: 'f1', local: { is: 'even' } },
    { commit: null, waits: { pull: 2, url: 'u' }, local: { is: 'even' } },
  ],
  failures: ['git.failed', 'forge.branch-moved', 'forge.refused', 'forge.unavailable'],
};
