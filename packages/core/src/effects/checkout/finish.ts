/** Operations at the end of a session: one commit of its changes, and cleanup. */
import type { DocsFault } from '../../checkout/docs-guard.ts';
import type { Operation } from '../operation.ts';
import type { FileTrouble } from './session.ts';

/** Whether a docs folder may be emptied (W-139, W-140), checked by its path and its symbolic links. Reads only. */
export const guardDocs: Operation<
  { docsPath: string },
  { readonly safe: true; readonly target: string } | { readonly safe: false; readonly why: DocsFault }
> = {
  kind: 'checkout',
  op: 'guard',
  samples: [
    { safe: true, target: 'docs/harness/x/' },
    { safe: false, why: 'link' },
  ],
  failures: ['path.outside'],
};

export interface CommitArgs {
  readonly docsPath: string;
  /** Files of the docs folder to commit: only the notes for later sessions, or all of them. */
  readonly docs: 'notes' | 'all';
  readonly branch: string;
  readonly base: string | null;
  readonly foreign: readonly string[];
  readonly message: string;
}

/** Commits the changes of this run. A trailer ensures that this happens once. */
export const commitCheckout: Operation<
  CommitArgs,
  { readonly commit: string | null; readonly unstaged: readonly FileTrouble[] }
> = {
  kind: 'checkout',
  op: 'commit',
  samples: [
    { commit: 'd1', unstaged: [] },
    { commit: null, unstaged: [] },
  ],
  failures: ['git.failed', 'git.branch-moved', 'secret.in-change'],
};

/** Removes only the session's files below `.harness`, and its docs folder if requested. */
export const clearSession: Operation<{ docsPath: string | null }, { readonly removed: readonly string[] }> = {
  kind: 'checkout',
  op: 'clear',
  samples: [{ removed: ['.harness/state.json'] }],
  failures: ['path.outside'],
};

/** Releases the branch of a stopped run: keeps it if it has a commit, else switches back to the previous HEAD. */
export const leaveBranch: Operation<{ branch: string; base: string | null }, { readonly back: string | null }> = {
  kind: 'checkout',
  op: 'leave',
  samples: [{ back: 'main' }],
  failures: ['git.failed'],
};
