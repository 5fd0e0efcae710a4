/**
 * Leads the session of a repository from one turn of its agent to the next.
 *
 *   S1. Only the owner of its run counts. A second call at the same time waits 5 s, then lets the conversation end.
 *   S2. A new run is named after the state file that it continues, so that a call that was killed does not import it twice.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { replyToTurn } from '@harness/core/effects/agent-turn';
import type { OperationInput } from '@harness/core/effects/operation';
import { Refusal } from '@harness/core/failure/refusal';
import { loopFile } from '@harness/core/issue-loop/document';
import { signalOf, writerOf } from '@harness/core/issue-loop/signal';
import { isEnded } from '@harness/core/journal/journal';
import type { Effect } from '@harness/core/machine/machine';
import { issuesSession, type SessionJob } from '@harness/core/workflows/issues-session/machine';
import { sessionDocumentAt } from '@harness/core/workflows/issues-session/view';
import { openJournal } from '@harness/engine/journal';
import { startJournal } from '@harness/engine/start-run';
import { type JsonlStore, jsonlStore } from '@harness/engine/store/jsonl';
import type { Owner } from '@harness/engine/store/store';
import { prepareHarnessFolder } from '../../runs/folder.ts';
import { createHookWorld, driveSession } from './drive-session.ts';
import { excludeLoopFile } from './exclude-loop-file.ts';
import type { HookCall } from './hook-call.ts';
import { readLoopFile } from './loop-file.ts';
import { planTurn, type TurnPlan } from './plan-turn.ts';

export async function leadSession(call: HookCall, text: string): Promise<void> {
  const store = openHookStore(call.root);
  for (let now: string | undefined = text; now !== undefined; ) now = await lead(call, store, now);
}

/** Returns the new text of the state file if it names another run by the time that this one is owned. */
async function lead(call: HookCall, store: JsonlStore, text: string): Promise<string | undefined> {
  const run = writerOf(text);
  const first = run === null ? undefined : store.firstEntry(run);
  if (run === null || first?.type !== 'started') return importLoop(call, store, text);
  if (first.machine !== issuesSession.id) {
    if (isEnded(await store.read(run))) return importLoop(call, store, text);
    if (signalOf(text) === true) call.warn(call.sentences['hook.other-run']({ file: loopFile, run }));
    return undefined;
  }
  const owner = await ownInTime(call, store, run);
  const now = owner && readLoopFile(call.root);
  if (owner === undefined || now?.is !== 'text') return undefined;
  if (writerOf(now.text) !== run) return now.text;
  return continueSession(call, store, { run, job: first.input as SessionJob, owner, text: now.text });
}

async function importLoop(call: HookCall, store: JsonlStore, text: string): Promise<string | undefined> {
  const plan = await planTurn(call, text, null);
  return plan && startSession(call, store, plan, text);
}

async function continueSession(
  call: HookCall,
  store: JsonlStore,
  { run, job, owner, text }: { run: string; job: SessionJob; owner: Owner; text: string },
): Promise<string | undefined> {
  const world = createHookWorld(store, owner);
  const journal = await openJournal(run, world);
  const { log } = journal;
  const plan = await planTurn(call, text, {
    document: sessionDocumentAt(run, job, log),
    hasEnded: log.ended !== undefined,
  });
  if (plan === undefined) return undefined;
  if (plan.job) return startSession(call, store, plan, text);
  await driveSession(call, plan, { run, job, journal, world, text });
  return undefined;
}

async function startSession(
  call: HookCall,
  store: JsonlStore,
  plan: TurnPlan,
  text: string,
): Promise<string | undefined> {
  const { job } = plan;
  const run = newRun(call.root);
  const named = readLoopFile(call.root);
  if (named.is !== 'text' || named.text !== text) return named.is === 'text' ? named.text : undefined;
  prepareHarnessFolder(call.root);
  const owner = await ownInTime(call, store, run);
  const now = owner && readLoopFile(call.root);
  if (job === null || owner === undefined || now?.is !== 'text') return undefined;
  if (now.text !== text) {
    await owner.release(); // the owner before has imported the file
    return now.text;
  }
  excludeLoopFile(call.root);
  const world = createHookWorld(store, owner);
  const input: SessionJob = { state: job.state, body: job.body, unknown: job.unknown };
  const start = { run, machine: issuesSession.id, title: 'Issues of a conversation', settings: {}, input };
  const journal = await startJournal(world, start);
  await driveSession(call, plan, { run, job, journal, world, text });
  return undefined;
}

/** Another file, or the same text written again, is another run. */
function newRun(root: string): string {
  const { ino, mtimeNs } = statSync(join(root, loopFile), { bigint: true });
  return `${issuesSession.id}-${crc32(`${mtimeNs} ${ino}`).toString(36)}`;
}

/**
 * The hook takes no run over, and ends in a moment: no other process has to know it.
 * Its only effect is the reply: everything before it is synced with the request for it, or with the end of the run.
 */
const openHookStore = (root: string): JsonlStore =>
  jsonlStore(
    join(root, '.harness', 'runs'),
    { self: () => undefined, isAlive: () => true, end: async () => {} },
    (entries) => entries.some((entry) => entry.type === 'ended' || (entry.type === 'asked' && isReply(entry.effect))),
  );

const isReply = ({ kind, input }: Effect) =>
  kind === replyToTurn.kind && (input as OperationInput).op === replyToTurn.op;

const patienceMs = 5_000;
const pollMs = 25;

/** `undefined` after a warning. The kernel frees the lock when the process ends. */
async function ownInTime(call: HookCall, store: JsonlStore, run: string): Promise<Owner | undefined> {
  for (;;) {
    try {
      return await store.own(run, { takeOver: false });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'run.owned')) throw error;
      if (Date.now() < call.startedAtMs + patienceMs) await delay(pollMs);
      else return void call.warn(call.sentences['hook.busy']({ run }));
    }
  }
}
