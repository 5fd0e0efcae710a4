/** Finds the failure that ended or parked a run. */

import type { Failure } from '../failure/failure.ts';
import { failureOfEnd, foldJournal } from '../journal/journal.ts';
import type { RunTree } from '../journal/run-tree.ts';

/** The failure in the machine's result; `null` if the run did not end with one. */
export function endReason([{ entries }]: RunTree): Failure | null {
  const { stopping, ended } = foldJournal(entries);
  return failureOfEnd(stopping, ended);
}

export interface ParkReason {
  readonly failure: Failure;
  /** Earliest time at which a resume can succeed. */
  readonly untilMs: number;
}

/** The failure that parked the run or one of its children; `null` if it was parked without a failure. */
export function parkReason(family: RunTree): ParkReason | null {
  for (const { entries } of family) {
    const { failed, answered, askedHere, ended } = foldJournal(entries);
    for (const [key, { failure, againAtMs, parks }] of ended ? [] : failed)
      if (parks && !answered.has(key) && askedHere.has(key)) return { failure, untilMs: againAtMs };
  }
  return null;
}
