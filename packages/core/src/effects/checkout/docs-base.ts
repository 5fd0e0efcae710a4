/** The folder of all session documents: lists it, and empties it only on explicit request (W-142). */
import { operationsOf } from '../operation.ts';

const checkoutOperation = operationsOf('checkout', 'path.outside');

export interface DocsBase {
  /** Number of files per folder name; files outside of folders count under the empty name. */
  readonly folders: readonly { readonly name: string; readonly files: number }[];
  /** Whether the folder `memory` exists, which a team wants to keep. */
  readonly memory: boolean;
  /** Files that git ignores: git cannot restore them. */
  readonly ignored: number;
}

export const surveyBase = checkoutOperation<{ base: string }, DocsBase>('survey-base', [
  { folders: [], memory: false, ignored: 0 },
  { folders: [{ name: 'x', files: 2 }], memory: true, ignored: 1 },
]);

/** Empties the folder. With git, its contents are kept under a ref first. */
export const clearBase = checkoutOperation<{ base: string }, { readonly removed: readonly string[] }>('clear-base', [
  { removed: ['docs/harness/x'] },
]);
