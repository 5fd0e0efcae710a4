/** What a run that waits for the next command says of itself: its step is done, or a person stopped it. */

import { foldJournal } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import type { HaltReason } from '@harness/core/machine/machine';
import { machines as workflows } from '@harness/core/workflows/machines';

export function haltReasonOf([{ entries }]: RunTree): HaltReason | null {
  const { machine, state, ended } = foldJournal(entries);
  return ended ? null : (workflows.get(machine)?.rests(state) ?? null);
}
