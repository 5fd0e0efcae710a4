/** What a fidelity run found: nothing of any other run. */
import { type Fidelity, fidelity } from '../workflows/fidelity/machine.ts';
import type { Family } from './run.ts';

export type Judgement = Extract<Fidelity, { at: 'judged' }>;

/** Nothing for a run that judged nothing, failed, or has not ended. */
export function judgement([{ entries }]: Family): Omit<Judgement, 'at'> | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== fidelity.id || ended === undefined) return null;
  const result = ended.result as Fidelity | null;
  if (result?.at !== 'judged') return null;
  const { at: _, ...judged } = result;
  return judged;
}
