/**
 * Leads the session of a repository from one turn of its agent to the next. Only the owner of its run counts: a second call
 * at the same time waits 5 s, then lets the conversation end.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '@harness/core/failure/refusal';
import { type JsonlStore, jsonlStore } from '@harness/engine/store/jsonl';
import type { Owner } from '@harness/engine/store/store';
import { prepareHarnessFolder } from '../../runs/folder.ts';
import { driveSession } from './drive-session.ts';
import type { HookCall } from './hook-call.ts';
import { readLoopFile } from './loop-file.ts';
import { planTurn } from './plan-turn.ts';

export async function leadSession(call: HookCall, text: string): Promise<void> {
  const store = openHookStore(call.root);
  for (let now = text; ; ) {
    const plan = await planTurn(call, store, now);
    if (plan === undefined) return;
    // The name of a new run comes from the file: it must still be the one that was planned from.
    const planned = readLoopFile(call.root);
    if (planned.is !== 'text') return;
    if (planned.text !== plan.text) {
      now = planned.text;
      continue;
    }
    prepareHarnessFolder(call.root);
    const owner = await ownUntil(store, plan.run, call.startedAtMs + patienceMs);
    if (owner === undefined) return call.warn(call.sentences['hook.busy']({ run: plan.run }));
    const file = readLoopFile(call.root);
    if (file.is === 'text' && file.text === plan.text) return driveSession(call, plan, store, owner);
    await owner.release();
    if (file.is !== 'text') return;
    now = file.text; // the owner before has counted, or ended the loop
  }
}

/** The hook takes no run over, and ends in a moment: nothing needs the start time of its process, which takes long to read. */
const openHookStore = (root: string): JsonlStore =>
  jsonlStore(join(root, '.harness', 'runs'), {
    self: () => ({ pid: process.pid, startedAt: '' }),
    isAlive: () => true,
    end: async () => {},
  });

const patienceMs = 5_000;
const pollMs = 25;

async function ownUntil(store: JsonlStore, run: string, untilMs: number): Promise<Owner | undefined> {
  for (;;) {
    try {
      return await store.own(run, { takeOver: false });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'run.owned')) throw error;
      if (Date.now() >= untilMs) return undefined;
      await delay(pollMs);
    }
  }
}
