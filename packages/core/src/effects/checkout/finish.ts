/** Operations at the end of a session: one commit of its changes, and cleanup. */
import type { DocsFault } from '../../checkout/docs-guard.ts';
import type { HeldFiles } from '../git.ts';
import { operationsOf } from '../operation.ts';
import type { FileError, OpenedBranch } from './session.ts';

const checkoutOperation = operationsOf('checkout', 'path.outside');

/** Whether a docs folder may be emptied (W-139, W-140), checked by its path and its symbolic links. Reads only. */
export const guardDocs = checkoutOperation<
  { docsPath: string },
  { readonly safe: true; readonly target: string } | { readonly safe: false; readonly why: DocsFault }
>('guard', [
  { safe: true, target: 'docs/harness/x/' },
  { safe: false, why: 'link' },
]);

export interface CommitArgs extends OpenedBranch {
  readonly docsPath: string;
  /** Files of the docs folder to commit: only the notes for later sessions, or all of them. */
  readonly docs: 'notes' | 'all';
  readonly message: string;
  /** As for a survey. */
  readonly copies?: string;
  /** The commit that was verified: only its tree is committed, with documents; `undefined` commits the current files. */
  readonly verified?: string;
  /** Files of the run that git may ignore: they are committed if they exist. */
  readonly holds?: HeldFiles;
}

export interface CheckoutCommit {
  readonly commit: string | null;
  readonly unstaged: readonly FileError[];
  /** The first files that differ from the verified commit; nothing is committed then. */
  readonly changed?: readonly string[];
}

/** Commits the changes of this run. A trailer ensures that this happens once. */
export const commitCheckout = checkoutOperation<CommitArgs, CheckoutCommit>(
  'commit',
  [
    { commit: 'd1', unstaged: [] },
    { commit: null, unstaged: [] },
    { commit: null, unstaged: [], changed: ['a.ts'] },
  ],
  ['git.failed', 'git.branch-moved', 'secret.in-change'],
);

/** Removes only the session's files below `.harness`, and its docs folder if requested. */
export const clearSession = checkoutOperation<{ docsPath: string | null }, { readonly removed: readonly string[] }>(
  'clear',
  [{ removed: ['.harness/state.json'] }],
);

/** Releases the branch of a stopped run: keeps it if it has a commit, else switches back to the previous HEAD. */
export const leaveBranch = checkoutOperation<{ branch: string; base: string | null }, { readonly back: string | null }>(
  'leave',
  [{ back: 'main' }],
  ['git.failed'],
);
