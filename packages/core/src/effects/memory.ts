/** Saves the memory of a mission at its end. */
import type { Curation } from '../memory/curation.ts';
import type { Operation } from './operation.ts';

export interface SavedMemory {
  /** Lines added to identity files. */
  readonly taught: number;
  /** Lines of the summary that did not fit. */
  readonly cut: number;
  /** Why a part was not written; empty if all was. */
  readonly left: string;
}

/** Writes the curator's answer by the rules; without an answer, only the result of the entries. */
export const keepMemory: Operation<{ curation: Curation | null; identityDir: string }, SavedMemory> = {
  kind: 'features',
  op: 'keep-memory',
  samples: [{ taught: 1, cut: 0, left: '' }],
  failures: ['path.outside'],
};
