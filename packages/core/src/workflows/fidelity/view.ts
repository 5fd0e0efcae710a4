/** Reads the result of a fidelity run from its journal. */

import type { RunTree } from '../../journal/run-tree.ts';
import type { FidelityOutcome } from './machine.ts';

export type FidelityView = Extract<FidelityOutcome, { at: 'judged' }>;

/** `null` for another workflow, and for a run that failed or has not ended. */
export function fidelityView([{ entries }]: RunTree): Omit<FidelityView, 'at'> | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== 'fidelity' || ended === undefined) return null;
  const result = ended.result as FidelityOutcome | null;
  if (result?.at !== 'judged') return null;
  const { at: _, ...judged } = result;
  return judged;
}
