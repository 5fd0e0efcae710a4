/** Gate for the daemon: new effects wait while the freeze file exists, and start when it is removed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Gate } from '@harness/engine/admission';
import { isFrozen } from './frozen.ts';

const pollMs = 250;

/** Calls `onFrozen` each time an effect has to wait. */
export const waitForUnfreeze =
  (file: string, onFrozen: () => void): Gate =>
  () => {
    if (!isFrozen(file)) return { go: () => {} };
    onFrozen();
    return { turn: (signal) => untilUnfrozen(file, signal) };
  };

async function untilUnfrozen(file: string, signal: AbortSignal): Promise<void> {
  while (isFrozen(file) && !signal.aborted)
    await delay(pollMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}
