/** What a run that waits for the next command says of itself: its step is done, or a person stopped it. */
import { foldJournal } from '@harness/core/journal/journal';
import type { HaltReason } from '@harness/core/machine/machine';
import type { RunTree } from '@harness/core/views/run';
import { workflows } from '@harness/core/workflows/index';

export function haltReasonOf([{ entries }]: RunTree): HaltReason | null {
  const { machine, state, ended } = foldJournal(entries);
  return ended ? null : (workflows.get(machine)?.rests(state) ?? null);
}
