/** For whoever outlives a freeze: what is new waits at the sign, in its place, and goes on when the sign is gone. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Gate } from '@harness/engine/admission';
import { isFrozen } from './frozen.ts';

const lookEveryMs = 250;

/** `onFrozen` is told each time that something has to wait. */
export const waitForUnfreeze =
  (file: string, onFrozen: () => void): Gate =>
  () => {
    if (!isFrozen(file)) return { go: () => {} };
    onFrozen();
    return { turn: (signal) => untilThawed(file, signal) };
  };

async function untilThawed(file: string, signal: AbortSignal): Promise<void> {
  while (isFrozen(file) && !signal.aborted)
    await delay(lookEveryMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}
