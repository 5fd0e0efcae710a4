/** Ends a process of the harness itself, named by its pid and start time, when somebody else takes over its run. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from '@harness/core/journal/journal';
import { isAlive, sendSignal } from './process-identity.ts';

const patienceMs = 10_000;

/** Not its process group: that may be the shell of the person who asks. What it left running is found by its journal. */
export async function endOwner(owner: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (isAlive(owner) && performance.now() < giveUpAt) {
    sendSignal(owner.pid, 'SIGKILL'); // also ends one that was stopped
    await delay(20);
  }
}
