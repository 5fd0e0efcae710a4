/** What a mission asks of its memory: what roles are from earlier missions, and what is kept of this one. */
import type { Curation } from '../memory/curation.ts';
import type { Operation } from './operation.ts';

/** What was written where, and what was not: `left` says why. */
export interface SavedMemory {
  /** Lines that came into identity files. */
  readonly taught: number;
  /** Lines of the summary that did not fit. */
  readonly cut: number;
  readonly left: string;
}

/** Writes what the curator's answer comes to by the rules; without an answer, what follows from the entries alone. */
export const keepMemory: Operation<{ curation: Curation | null; identityDir: string }, SavedMemory> = {
  kind: 'features',
  op: 'keep-memory',
  samples: [{ taught: 1, cut: 0, left: '' }],
  failures: ['path.outside'],
};
