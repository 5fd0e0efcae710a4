/**
 * What may be asked of the queue from outside, durably: a signal in the inbox of its run, or the sign that freezes. It works
 * from any process, and what is asked while nobody works is heard by whoever works next.
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
  const sign = join(root, stateDir, 'FROZEN');
  return {
    state() {
      const read = readQueueState(root, stateDir);
      return read.is === 'read' ? read.document : null;
    },
    async wish(wish, by) {
      if (wish === 'unfreeze') return refuseUnwritableSync(sign, () => rmSync(sign, { force: true, recursive: true }));
      // Frozen is more than paused, and whoever takes the sign away has not said that work may go on (DO-11).
      const said = await order(store, 'queue', wish === 'freeze' ? 'pause' : wish, by);
      if (wish !== 'freeze') return;
      if (said !== null) await heard(store, said);
      freeze();
    },
    async unblock(plan, by) {
      const read = readQueueState(root, stateDir);
      if (read.is !== 'read' || !Object.hasOwn(read.document.blocked, plan)) return false;
      await order(store, 'unblock', plan, by);
      return true;
    },
    log: (id) => logIn(join(root, stateDir, 'logs'), id),
  };

  /** Whoever froze first is left standing: asking again changes nothing (D-49). */
  function freeze() {
    prepareStateFolder(root, stateDir);
    createFolder(join(root, stateDir));
    if (!existsSync(sign)) refuseUnwritableSync(sign, () => writeFileSync(sign, `${new Date().toISOString()}\n`));
  }
}

/** Each under an id of its own: asking twice is asking twice. Nothing when there is no queue to hear it. */
async function order(store: JsonlStore, name: string, choice: string, by: string): Promise<Order | null> {
  const run = await findLastQueue(store);
  if (run === null) return null;
  const id = `${name}-${Date.now()}-${randomUUID()}`;
  await signalQueue(store, run, id, { name, choice, by });
  return { run, id };
}

interface Order {
  readonly run: string;
  readonly id: string;
}

const patienceMs = 1_000;
const everyMs = 25;

/** A queue that looks at the forge just now hears of the pause a moment later: held before that, it would begin a plan after the thaw. */
async function heard(store: JsonlStore, { run, id }: Order): Promise<void> {
  for (let leftMs = patienceMs; leftMs > 0 && (await store.isOwned(run)); leftMs -= everyMs) {
    if ((await readStoredRun(store, run)).log.taken.has(id)) return;
    await delay(everyMs);
  }
}

interface Said {
  readonly name: string;
  readonly choice: string;
  readonly by: string;
}

/** The first under an id wins: what is said again after a crash is heard once. */
export async function signalQueue(
  store: Pick<JsonlStore, 'inbox'>,
  run: string,
  id: string,
  said: Said,
): Promise<void> {
  await store.inbox(run).put(id, { version: 1, type: 'signal', ...said, atMs: Date.now() });
}

/** The log of one run of a plan, or of the newest when only the plan is named. Nothing else can be named. */
function logIn(folder: string, id: string): string | null {
  if (!/^\d{4}(-[\d-]+)?$/.test(id) || !existsSync(folder)) return null;
  const found = readdirSync(folder)
    .filter((name) => name === `${id}.log` || name.startsWith(`${id}-`))
    .sort()
    .at(-1);
  return found === undefined ? null : readFileSync(join(folder, found), 'utf8');
}
