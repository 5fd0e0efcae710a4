/** Ends another process of the harness, identified by pid and start time, when a new owner takes over its run. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from '@harness/core/journal/journal';
import { isAlive, sendSignal } from './process-identity.ts';

const timeoutMs = 10_000;

/** Does not end its process group, which may be the user's shell. Its remaining processes are found by its journal. */
export async function endOwner(owner: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  while (isAlive(owner) && performance.now() < giveUpAt) {
    sendSignal(owner.pid, 'SIGKILL'); // SIGKILL also ends a stopped process
    await delay(20);
  }
}
