/** `harness stop <run>`: ends a run. Whoever owns it does it; when nobody does, this command does. */

import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '@harness/core/refusal';
import { find } from '@harness/engine/family';
import { askToStop } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { storeOf } from '../folder.ts';
import { findRun } from '../look.ts';
import { rootAround } from '../repository.ts';
import { stopHere } from '../stopping.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

const patienceMs = 30_000;

export async function run({ args: [name = ''], options, output }: Invocation): Promise<number> {
  const root = rootAround(repoOf(options));
  const store = storeOf(root);
  const run = await findRun(store, name);
  const { log } = await find(store, run);
  if (log.ended) throw new Refusal('run.ended', { run, end: log.ended.end });
  await askToStop(store, run, userInfo().username, Date.now());
  if (!(await stoppedByOwner(store, run))) await stopHere(root, store, run, output);
  const { log: after } = await find(store, run);
  const end = after.ended?.end ?? 'stopped';
  output.say(output.json ? `${JSON.stringify({ version: 1, run, end })}\n` : `${run} has ended: ${end}\n`);
  return 0;
}

/** True when a living owner ended it; false when there is none, or it died on the way. */
async function stoppedByOwner(store: JsonlStore, run: string): Promise<boolean> {
  for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt; await delay(50)) {
    if ((await find(store, run)).log.ended) return true;
    if (!(await store.isOwned(run))) return (await find(store, run)).log.ended !== undefined;
  }
  throw new Refusal('run.unresponsive', { run, pid: store.ownerOf(run)?.pid ?? 0 });
}
