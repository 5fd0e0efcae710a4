/** Waits for the lock of the user's index: editors and git hold it for a moment. */
import { setTimeout as delay } from 'node:timers/promises';
import { GitError } from '../git/command.ts';

const maxTries = 15;
const retryDelayMs = 200;

/** Repeats `act` while it fails because of the lock. Throws the last error. */
export async function retryWhileLocked<Value>(act: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      const isLocked = error instanceof GitError && error.detail.includes('index.lock');
      if (!isLocked || tries === maxTries) throw error;
      await delay(retryDelayMs);
    }
  }
}
