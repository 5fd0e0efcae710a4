/** What a fidelity run found: nothing of any other run. */

import type { RunTree } from '../../journal/run-tree.ts';
import type { FidelityOutcome } from './machine.ts';

export type FidelityView = Extract<FidelityOutcome, { at: 'judged' }>;

/** Nothing for a run that judged nothing, failed, or has not ended. */
export function fidelityView([{ entries }]: RunTree): Omit<FidelityView, 'at'> | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== 'fidelity' || ended === undefined) return null;
  const result = ended.result as FidelityOutcome | null;
  if (result?.at !== 'judged') return null;
  const { at: _, ...judged } = result;
  return judged;
}
