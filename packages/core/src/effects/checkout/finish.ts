/** How a session ends: one commit of what it changed, and clearing up what it made. */
import type { DocsFault } from '../../checkout/docs-guard.ts';
import type { Operation } from '../operation.ts';
import type { FileTrouble } from './session.ts';

/** Whether a docs folder may be cleared (W-139, W-140): by its letters and by where links lead. Reads only. */
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
  /** Of the docs folder: the notes that a later session can use, or all of it. */
  readonly docs: 'notes' | 'all';
  readonly branch: string;
  readonly base: string | null;
  readonly foreign: readonly string[];
  readonly message: string;
}

/** One commit of what this run changed. Exactly once, told by its trailer. */
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

/** Takes away what a session made: its files below `.harness`, and its docs folder when asked for. Nothing else. */
export const clearSession: Operation<{ docsPath: string | null }, { readonly removed: readonly string[] }> = {
  kind: 'checkout',
  op: 'clear',
  samples: [{ removed: ['.harness/state.json'] }],
  failures: ['path.outside'],
};

/** Gives back the branch of a run that is ended from outside: kept if it holds a commit, else left for where HEAD was. */
export const leaveBranch: Operation<{ branch: string; base: string | null }, { readonly back: string | null }> = {
  kind: 'checkout',
  op: 'leave',
  samples: [{ back: 'main' }],
  failures: ['git.failed'],
};
