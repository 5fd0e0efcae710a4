/** Gate for the daemon: new effects wait while the freeze file exists, and start when it is removed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Gate } from '@harness/engine/admission';
import { isFrozen } from './frozen.ts';

const pollMs = 250;

/** Calls `onFrozen` regularly while an effect has to wait. */
export const waitForUnfreeze =
  (file: string, onFrozen: () => void): Gate =>
  () => {
    if (!isFrozen(file)) return { go: () => {} };
    return { turn: (signal) => untilUnfrozen(file, onFrozen, signal) };
  };

async function untilUnfrozen(file: string, onFrozen: () => void, signal: AbortSignal): Promise<void> {
  while (isFrozen(file) && !signal.aborted) {
    onFrozen();
    await delay(pollMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
