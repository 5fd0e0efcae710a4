/** Waits for the inbox to change, and no longer than anything can come of it. */
import type { Inbox } from '../inbox.ts';
import { linkedTo } from '../linked.ts';
import type { Settling } from '../settling.ts';

/** `seen` is how many messages were there at the last look. Throws when the wait is over. */
export async function untilMessage(inbox: Inbox, seen: number, { signal, crew }: Settling): Promise<void> {
  const { cut, unlink } = linkedTo(signal, crew.rested);
  await inbox.changed(seen, cut.signal);
  unlink();
  signal.throwIfAborted();
}
