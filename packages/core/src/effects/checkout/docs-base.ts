/** The folder of all session documents: lists it, and empties it only on explicit request (W-142). */
import type { Operation } from '../operation.ts';

export interface DocsBase {
  /** Number of files per folder name; files outside of folders count under the empty name. */
  readonly folders: readonly { readonly name: string; readonly files: number }[];
  /** Whether the folder `memory` exists, which a team wants to keep. */
  readonly memory: boolean;
  /** Files that git ignores: git cannot restore them. */
  readonly ignored: number;
}

export const surveyBase: Operation<{ base: string }, DocsBase> = {
  kind: 'checkout',
  op: 'survey-base',
  samples: [
    { folders: [], memory: false, ignored: 0 },
    { folders: [{ name: 'x', files: 2 }], memory: true, ignored: 1 },
  ],
  failures: ['path.outside'],
};

/** Empties the folder. With git, its contents are kept under a ref first. */
export const clearBase: Operation<{ base: string }, { readonly removed: readonly string[] }> = {
  kind: 'checkout',
  op: 'clear-base',
  samples: [{ removed: ['docs/harness/x'] }],
  failures: ['path.outside'],
};
