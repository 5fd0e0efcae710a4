/** Why a run waits for the next command: its step is done, or the user stopped it. `null` if it does not wait for one. */

import { foldJournal } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import type { HaltReason } from '@harness/core/machine/machine';
import { machines as workflows } from '@harness/core/workflows/machines';

export function haltReasonOf([{ entries }]: RunTree): HaltReason | null {
  const { machine, state, ended } = foldJournal(entries);
  return ended ? null : (workflows.get(machine)?.rests(state) ?? null);
}
