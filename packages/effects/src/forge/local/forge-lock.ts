/** Lets one process at a time use the local forge. */
import { setTimeout as delay } from 'node:timers/promises';
import { ForgeError } from '../forge-error.ts';

/** Takes a lock that ends with its process; `undefined` if another process has it. */
export type TryForgeLock = () => Promise<{ release(): Promise<void> } | undefined>;

const timeoutMs = 60_000;

export async function withForgeLock<Value>(tryLock: TryForgeLock, act: () => Promise<Value>): Promise<Value> {
  const lock = await takeLock(tryLock);
  try {
    return await act();
  } finally {
    await lock.release();
  }
}

async function takeLock(tryLock: TryForgeLock) {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const lock = await tryLock();
    if (lock !== undefined) return lock;
    if (performance.now() > giveUpAt)
      throw new ForgeError('forge.unavailable', { detail: 'another process holds the lock of the local forge' });
    await delay(10 + Math.random() * 20);
  }
}
