/** Why a run ended as it did, or does not go on: the failure that says so, if one does. */

import type { Failure } from '../failure/failure.ts';
import { failureOfEnd, foldJournal } from '../journal/journal.ts';
import type { RunTree } from '../journal/run-tree.ts';

/** The failure that ended the run, as the machine's result tells it. */
export function endReason([{ entries }]: RunTree): Failure | null {
  const { stopping, ended } = foldJournal(entries);
  return failureOfEnd(stopping, ended);
}

export interface ParkReason {
  readonly failure: Failure;
  /** Before this it is of no use to go on. */
  readonly untilMs: number;
}

/** The failure that it was parked by, in whichever of its runs; nothing for a run that was only left. */
export function parkReason(family: RunTree): ParkReason | null {
  for (const { entries } of family) {
    const { failed, answered, askedHere, ended } = foldJournal(entries);
    for (const [key, { failure, againAtMs, parks }] of ended ? [] : failed)
      if (parks && !answered.has(key) && askedHere.has(key)) return { failure, untilMs: againAtMs };
  }
  return null;
}
