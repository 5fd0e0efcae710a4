/** What a run that waits for the next command says of itself: its step is done, or a person stopped it. */
import { fold } from '@harness/core/journal';
import type { Rest } from '@harness/core/machine';
import type { Family } from '@harness/core/views/run';
import { workflows } from '@harness/core/workflows/index';

export function restOf([{ entries }]: Family): Rest | null {
  const { machine, state, ended } = fold(entries);
  return ended ? null : (workflows.get(machine)?.rests(state) ?? null);
}
