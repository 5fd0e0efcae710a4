/** `harness stop <run>`: ends a run. Its owner ends it; this command does if the run has no owner. */

import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '@harness/core/failure/refusal';
import { readStoredRun } from '@harness/engine/run-tree';
import { requestStop } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { printResult } from '../render/screen.ts';
import { stopUnownedRun } from '../run/stop-run.ts';
import { openRepository } from '../runs/folder.ts';
import { findRun } from '../runs/read-runs.ts';
import type { Invocation } from './command.ts';

const stopTimeoutMs = 30_000;

export async function run({ args: [name = ''], options, output, workflows }: Invocation): Promise<number> {
  const { root, store } = openRepository(options);
  const run = await findRun(store, name);
  const { log } = await readStoredRun(store, run);
  if (log.ended) throw new Refusal('run.ended', { run, end: log.ended.end });
  await requestStop(store, run, userInfo().username, Date.now());
  if (!(await stoppedByOwner(store, run))) await stopUnownedRun(root, store, run, { output, workflows });
  const { log: after } = await readStoredRun(store, run);
  const end = after.ended?.end ?? 'stopped';
  return printResult(output, { run, end }, () => `${run} has ended: ${end}\n`);
}

/** True if a living owner ended the run; false if it has no owner or the owner died first. */
async function stoppedByOwner(store: JsonlStore, run: string): Promise<boolean> {
  for (const giveUpAt = Date.now() + stopTimeoutMs; Date.now() < giveUpAt; await delay(50)) {
    if ((await readStoredRun(store, run)).log.ended) return true;
    if (!(await store.isOwned(run))) return (await readStoredRun(store, run)).log.ended !== undefined;
  }
  throw new Refusal('run.unresponsive', { run, pid: store.ownerOf(run)?.pid ?? 0 });
}
