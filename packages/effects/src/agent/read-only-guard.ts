/** Guards a read-only call: changes made during the call are kept, undone, and fail the call. */
import { isCheckout, type Workplace } from '@harness/core/effects/agent';
import type { PerformContext } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import type { LaneSnapshot } from '../git/lane/lane-snapshot.ts';
import type { AgentOptions } from './options.ts';
import type { AgentResult } from './provider.ts';

/** In a box a read-only role cannot write to the checkout: changes there are the user's, so no snapshot is needed. */
export const snapshotBeforeCall = (
  workplace: Workplace,
  { look, sandbox }: Pick<AgentOptions, 'look' | 'sandbox'>,
): Promise<LaneSnapshot | null> => (isCheckout(workplace) && sandbox ? Promise.resolve(null) : look(workplace));

export function readOnlyViolation({ spent }: AgentResult, paths: readonly string[]): AgentResult {
  const list = paths.length > 5 ? `${paths.slice(0, 5).join(', ')} and ${paths.length - 5} more` : paths.join(', ');
  const detail = `it may only read, but these files changed while it worked: ${list}. They were restored`;
  return { outcome: 'unknown', error: { detail }, spent };
}

/** Undoes the changes, so that the call can be repeated on the same files. */
export async function undoChanges(
  look: LaneSnapshot,
  paths: readonly string[],
  { run, key, note }: PerformContext<AbortSignal>,
): Promise<Outcome<string | null>> {
  const undone = await look.undo(paths, { run, key });
  if (undone.ok && undone.value !== null) await note('work.kept', { ref: undone.value });
  return undone;
}
