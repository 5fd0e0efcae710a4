/** Waits for the inbox to change, or until the run group rests. */

import type { EffectContext } from '../effect-context.ts';
import type { Inbox } from '../inbox.ts';
import { createLinkedAbort } from '../linked-abort.ts';

/** `seen` is the number of messages at the last read. Throws if `signal` is aborted. */
export async function waitForMessage(inbox: Inbox, seen: number, { signal, group }: EffectContext): Promise<void> {
  const { cut, unlink } = createLinkedAbort(signal, group.rested);
  await inbox.changed(seen, cut.signal);
  unlink();
  signal.throwIfAborted();
}
