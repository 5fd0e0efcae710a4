/** Who only reads is looked after: what changed while it was at work is kept, undone, and a failure of the call. */
import { isCheckout, type Workplace } from '@harness/core/effects/agent';
import type { PerformContext } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import type { LaneSnapshot } from '../git/lane/lane-snapshot.ts';
import type { AgentOptions } from './options.ts';
import type { AgentResult } from './provider.ts';

/** In a box the checkout cannot be written by who only reads: what changes there meanwhile is the user's own. */
export const snapshotBeforeCall = (
  workplace: Workplace,
  { look, sandbox }: Pick<AgentOptions, 'look' | 'sandbox'>,
): Promise<LaneSnapshot | null> => (isCheckout(workplace) && sandbox ? Promise.resolve(null) : look(workplace));

export function readOnlyViolation({ spent }: AgentResult, paths: readonly string[]): AgentResult {
  const named = paths.length > 5 ? `${paths.slice(0, 5).join(', ')} and ${paths.length - 5} more` : paths.join(', ');
  const detail = `it may only read, and files changed while it was at work: ${named}. They were brought back`;
  return { outcome: 'unknown', error: { detail }, spent };
}

/** It may be asked once more: the files are again as it found them. */
export async function undoChanges(
  look: LaneSnapshot,
  paths: readonly string[],
  { run, key, note }: PerformContext<AbortSignal>,
): Promise<Outcome<string | null>> {
  const brought = await look.undo(paths, { run, key });
  if (brought.ok && brought.value !== null) await note('work.kept', { ref: brought.value });
  return brought;
}
