/**
 * Files a merged plan: moves its file to the completed plans, as a `chore:` commit on the base branch (D-43). If the forge
 * forbids pushing to the base, the commit is merged by a pull request.
 */
import type { BaseUpdate } from '../forge/pull-request.ts';
import type { Operation } from './operation.ts';

export interface FilePlanResult {
  /** `null` if the plan was already filed, or is not filed yet. */
  readonly commit: string | null;
  /** The pull request that files it, if a rule of the forge delays its merge. */
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
