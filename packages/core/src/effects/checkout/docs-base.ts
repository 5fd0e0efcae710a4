/** The place for the documents of all sessions: listed, and emptied only when a person asks for exactly that (W-142). */
import type { Operation } from '../operation.ts';

export interface DocsBase {
  /** Its folders by name, with how many files each has; loose files count under the empty name. */
  readonly folders: readonly { readonly name: string; readonly files: number }[];
  /** What a team wanted to keep is among them. */
  readonly memory: boolean;
  /** Files that git ignores: no commit and no checkout brings them back. */
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

/** Takes away all that is in it. With git it is kept under a ref first. */
export const clearBase: Operation<{ base: string }, { readonly removed: readonly string[] }> = {
  kind: 'checkout',
  op: 'clear-base',
  samples: [{ removed: ['docs/harness/x'] }],
  failures: ['path.outside'],
};
