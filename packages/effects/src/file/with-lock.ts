/** Waits for a lock that one process at a time can have. */
import { setTimeout as delay } from 'node:timers/promises';

/** Takes a lock that ends with its process; `undefined` if another process has it. */
export type TryLock = () => Promise<{ release(): Promise<void> } | undefined>;

const timeoutMs = 60_000;

/** Throws the error of `late` if another process keeps the lock for a minute. */
export async function withLock<Value>(tryLock: TryLock, late: () => Error, act: () => Promise<Value>): Promise<Value> {
  const lock = await takeLock(tryLock, late);
  try {
    return await act();
  } finally {
    await lock.release();
  }
}

async function takeLock(tryLock: TryLock, late: () => Error) {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const lock = await tryLock();
    if (lock !== undefined) return lock;
    if (performance.now() > giveUpAt) throw late();
    await delay(10 + Math.random() * 20);
  }
}
