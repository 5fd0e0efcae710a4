/** Waits for the inbox to change, and no longer than anything can come of it. */

import type { EffectContext } from '../effect-context.ts';
import type { Inbox } from '../inbox.ts';
import { createLinkedAbort } from '../linked-abort.ts';

/** `seen` is how many messages were there at the last look. Throws when the wait is over. */
export async function untilMessage(inbox: Inbox, seen: number, { signal, crew }: EffectContext): Promise<void> {
  const { cut, unlink } = createLinkedAbort(signal, crew.rested);
  await inbox.changed(seen, cut.signal);
  unlink();
  signal.throwIfAborted();
}
