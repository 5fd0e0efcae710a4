/**
 * Controls the queue from any process, by a signal in the inbox of its run or by the freeze file. Commands that are sent
 * while no daemon runs reach the next one.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@harness/core/config/schema';
import { readStoredRun } from '@harness/engine/run-tree';
import { createFolder, refuseUnwritableSync } from '@harness/engine/store/durable-file';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { QueueControl } from '../../control/queue.ts';
import { prepareStateFolder } from '../../plans/state-folder.ts';
import { findLastQueue } from './queue-run.ts';
import { readQueueState } from './queue-state-file.ts';

interface Place {
  readonly root: string;
  readonly store: JsonlStore;
  readonly config: Pick<Config, 'stateDir'>;
}

export function queueControl({ root, store, config: { stateDir } }: Place): QueueControl {
  const frozenFile = join(root, stateDir, 'FROZEN');
  return {
    state() {
      const read = readQueueState(root, stateDir);
      return read.is === 'read' ? read.document : null;
    },
    async wish(wish, by) {
      if (wish === 'unfreeze')
        return refuseUnwritableSync(frozenFile, () => rmSync(frozenFile, { force: true, recursive: true }));
      // A freeze also pauses, because removing the file alone must not start work (DO-11).
      const sent = await sendSignal(store, 'queue', wish === 'freeze' ? 'pause' : wish, by);
      if (wish !== 'freeze') return;
      if (sent !== null) await waitUntilTaken(store, sent);
      freeze();
    },
    async unblock(plan, by) {
      const read = readQueueState(root, stateDir);
      if (read.is !== 'read' || !Object.hasOwn(read.document.blocked, plan)) return false;
      await sendSignal(store, 'unblock', plan, by);
      return true;
    },
    log: (id) => logIn(join(root, stateDir, 'logs'), id),
  };

  /** Keeps an existing freeze file: a repeated freeze changes nothing (D-49). */
  function freeze() {
    prepareStateFolder(root, stateDir);
    createFolder(join(root, stateDir));
    if (!existsSync(frozenFile))
      refuseUnwritableSync(frozenFile, () => writeFileSync(frozenFile, `${new Date().toISOString()}\n`));
  }
}

/** Sends every request under a new id. Null if there is no queue. */
async function sendSignal(store: JsonlStore, name: string, choice: string, by: string) {
  const run = await findLastQueue(store);
  if (run === null) return null;
  const id = `${name}-${Date.now()}-${randomUUID()}`;
  await signalQueue(store, run, id, { name, choice, by });
  return { run, id };
}

const timeoutMs = 1_000;
const pollMs = 25;

/** Waits until the queue has taken the pause. If it froze earlier, it would start a plan after the unfreeze. */
async function waitUntilTaken(
  store: JsonlStore,
  { run, id }: { readonly run: string; readonly id: string },
): Promise<void> {
  for (let leftMs = timeoutMs; leftMs > 0 && (await store.isOwned(run)); leftMs -= pollMs) {
    if ((await readStoredRun(store, run)).log.taken.has(id)) return;
    await delay(pollMs);
  }
}

/** The first signal per id wins, so repeating one after a crash is safe. */
export async function signalQueue(
  store: Pick<JsonlStore, 'inbox'>,
  run: string,
  id: string,
  signal: Readonly<Record<'name' | 'choice' | 'by', string>>,
): Promise<void> {
  await store.inbox(run).put(id, { version: 1, type: 'signal', ...signal, atMs: Date.now() });
}

/** The log of one run, or of the newest run if `id` is only a plan. No other file can be read. */
function logIn(folder: string, id: string): string | null {
  if (!/^\d{4}(-[\d-]+)?$/.test(id) || !existsSync(folder)) return null;
  const found = readdirSync(folder)
    .filter((name) => name === `${id}.log` || name.startsWith(`${id}-`))
    .sort()
    .at(-1);
  return found === undefined ? null : readFileSync(join(folder, found), 'utf8');
}
