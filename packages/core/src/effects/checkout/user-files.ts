/** Operations that keep the user's own files before an agent may write in the checkout, and find those that it touched. */
import type { OwnChange } from '../../checkout/change.ts';
import { operationsOf } from '../operation.ts';

const checkoutOperation = operationsOf('checkout', 'git.failed');

export interface KeptUserFiles {
  /** The kept ref with changed and untracked files; `null` if there are none, or without git. */
  readonly ref: string | null;
  /** The commit of the ref, and the commit that the user's changes are relative to. */
  readonly commit: string | null;
  readonly base: string | null;
  /** Folder with copies of ignored files and files of submodules, without git of all files, relative to the root; `null` if it is empty. */
  readonly copies: string | null;
  /** Files that were not kept, because of their size or number: the first few, and their number. */
  readonly left: readonly string[];
  readonly leftCount: number;
}

/** Generated folders, such as `node_modules`, are not kept. */
export const keepUserFiles = checkoutOperation<{ hasGit: boolean }, KeptUserFiles>('keep-user-files', [
  {
    ref: 'refs/harness/kept/r/1',
    commit: 'k1',
    base: 'b0',
    copies: '.harness/runs/r/user-files/copies',
    left: [],
    leftCount: 0,
  },
]);

export interface TouchedUserFile {
  readonly path: string;
  readonly how: 'changed' | 'deleted';
  /** A command that restores it. */
  readonly restore: string;
}

/** `count` may be higher than the number of listed files. */
export interface TouchedUserFiles {
  readonly files: readonly TouchedUserFile[];
  readonly count: number;
}

/** Finds kept files that differ now. Reads only: the user may have changed them, so none is restored automatically. */
export const compareUserFiles = checkoutOperation<OwnChange & { kept: KeptUserFiles }, TouchedUserFiles>(
  'compare-user-files',
  [{ files: [], count: 0 }],
);
