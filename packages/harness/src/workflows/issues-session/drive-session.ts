/**
 * Drives the run of a session for one turn, and keeps its state file up to date.
 *
 *   D1. The state file is written before the reply.
 *   D2. After the reply, the process only records it and ends.
 */
import { replyToTurn } from '@harness/core/effects/agent-turn';
import type { OperationInput } from '@harness/core/effects/operation';
import type { Performer } from '@harness/core/effects/performer';
import { ok } from '@harness/core/failure/failure';
import { failureLimit, loopFile } from '@harness/core/issue-loop/document';
import { loopDocumentText } from '@harness/core/issue-loop/write-document';
import type { Machine } from '@harness/core/machine/machine';
import { issuesSession, type SessionJob } from '@harness/core/workflows/issues-session/machine';
import { sessionDocumentAt } from '@harness/core/workflows/issues-session/view';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { systemClock } from '@harness/engine/clock';
import { drive } from '@harness/engine/drive';
import type { Inbox, Message } from '@harness/engine/inbox';
import type { OpenJournal } from '@harness/engine/journal';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Owner } from '@harness/engine/store/store';
import { type World, worldDefaults } from '@harness/engine/world';
import { writeAllOutput } from '../../cli/output.ts';
import { printableJson } from '../../render/printable.ts';
import type { HookCall } from './hook-call.ts';
import { writeLoopFile } from './loop-file.ts';
import type { TurnPlan } from './plan-turn.ts';

/** Without a turn: it can open a journal, but not drive a run. */
export const createHookWorld = (store: JsonlStore, owner: Owner): World => ({
  ...worldDefaults,
  machines: new Map([[issuesSession.id, issuesSession as Machine]]),
  performers: new Map(),
  clock: systemClock,
  owner: withoutSummaries(owner),
  redact: keyRedactor().deep,
  inbox: store.inbox,
  endOrphans: async () => [],
  attended: () => false,
  observe: () => {},
});

/** Lists build a summary when they need it. */
const withoutSummaries = (owner: Owner): Owner => ({
  ...owner,
  open: async (run) => ({ ...(await owner.open(run)), summarise: () => {} }),
});

interface OpenSession {
  readonly run: string;
  readonly job: SessionJob;
  readonly journal: OpenJournal;
  readonly world: World;
  /** Of the state file. */
  readonly text: string;
}

export async function driveSession(call: HookCall, plan: TurnPlan, session: OpenSession): Promise<void> {
  const { run, job, journal, world } = session;
  const turn = createTurn(call, plan);
  let shown: string | null = session.text;
  const show = () => {
    const document = sessionDocumentAt(run, job, journal.log);
    const text = loopDocumentText({ ...document, body: plan.body, unknown: plan.unknown });
    if (text === shown) return;
    const written = writeLoopFile(call.root, text, shown);
    if (written.is === 'written') shown = written.known;
    else call.warn(call.sentences['hook.unusable']({ file: loopFile, why: written.why.is }));
  };
  show();
  const send = async (line: string) => {
    show(); // D1
    await writeAllOutput(line);
  };
  const performers = new Map([[replyToTurn.kind, turn.performer(send)]]);
  const inbox = (of: string) => turn.inbox(world.inbox(of));
  await drive(run, { ...world, performers, inbox }, new AbortController().signal, journal);
  show();
}

/** The turn reaches its run as a signal, an answer to be read, and a line for the program that called the hook. */
function createTurn({ startedAtMs }: HookCall, { turn: { id, marker }, noted, body }: TurnPlan) {
  let isHandled = false;
  const message: Message = {
    version: 1,
    type: 'signal',
    name: 'turn',
    choice: 'came',
    by: 'stop-hook',
    atMs: startedAtMs,
  };
  return {
    performer: (send: (line: string) => Promise<void>): Performer<AbortSignal> => ({
      kind: replyToTurn.kind,
      afterCrash: 'reconcile',
      async perform(input) {
        const { op, args } = input as OperationInput;
        const reply = args as Reply;
        if (op === replyToTurn.op && reply.turn !== id) return { outcome: ok({ is: 'late' }) };
        isHandled = true;
        if (op !== replyToTurn.op) return { outcome: ok({ is: 'turn', turn: { id, startedAtMs, marker, noted } }) };
        await send(printableJson(`${JSON.stringify(replyText(body, reply))}\n`));
        return { outcome: ok({ is: 'sent', atMs: Date.now() }) };
      },
    }),
    inbox: (files: Inbox): Inbox => ({
      ...files,
      read: async () => [...(await files.read()), ...(isHandled ? [] : [{ id: `turn-${id}-${startedAtMs}`, message }])],
      // This process waits for nothing else.
      changed: (_, signal) => new Promise((resolve) => onAbort(signal, resolve)),
    }),
  };
}

type Reply = Parameters<typeof replyText>[1] & { readonly turn: string };

const replyText = (
  body: string,
  { iteration, maxIterations, failures }: Readonly<Record<'iteration' | 'maxIterations' | 'failures', number>>,
) => ({
  decision: 'block',
  reason: body,
  systemMessage: `Harness iteration ${iteration}/${maxIterations} | Failures: ${failures}/${failureLimit}`,
});

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
