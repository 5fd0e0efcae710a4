/**
 * Drives the run of a session for one turn, and keeps its state file up to date.
 *
 *   D1. The state file is written before the answer is told.
 *   D2. After the answer is told, the process does nothing but record it and end. The kernel frees the lock of the run.
 */
import { tellTurn } from '@harness/core/effects/issues';
import type { OperationInput } from '@harness/core/effects/operation';
import type { Performer } from '@harness/core/effects/performer';
import { ok } from '@harness/core/failure/failure';
import { failureLimit, loopFile } from '@harness/core/issue-loop/document';
import { loopDocumentText } from '@harness/core/issue-loop/write-document';
import type { Machine } from '@harness/core/machine/machine';
import { issuesSession } from '@harness/core/workflows/issues-session/machine';
import { documentOf } from '@harness/core/workflows/issues-session/view';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { systemClock } from '@harness/engine/clock';
import { drive } from '@harness/engine/drive';
import type { Inbox } from '@harness/engine/inbox';
import { type OpenJournal, openJournal } from '@harness/engine/journal';
import { startJournal } from '@harness/engine/start-run';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Owner } from '@harness/engine/store/store';
import { type World, worldDefaults } from '@harness/engine/world';
import { writeAllOutput } from '../../cli/output.ts';
import { printableJson } from '../../render/printable.ts';
import type { HookCall } from './hook-call.ts';
import { writeLoopFile } from './loop-file.ts';
import type { TurnPlan } from './plan-turn.ts';

export async function driveSession(call: HookCall, plan: TurnPlan, store: JsonlStore, owner: Owner): Promise<void> {
  const { run, job, isNew } = plan;
  const turn = createTurn(call, plan);
  let show = () => {};
  const world: World = {
    ...worldDefaults,
    machines: new Map([[issuesSession.id, issuesSession as Machine]]),
    performers: new Map([[tellTurn.kind, turn.performer]]),
    clock: systemClock,
    owner: withoutSummaries(owner),
    redact: keyRedactor().deep,
    inbox: (of) => turn.inbox(store.inbox(of)),
    endOrphans: async () => [],
    attended: () => false,
    observe: () => show(),
  };
  const journal = isNew ? await startSession(call.root, plan, world) : await openJournal(run, world);
  let shown = plan.text;
  show = () => {
    const document = documentOf(run, job, journal.log);
    const text = loopDocumentText({ ...document, body: plan.body, unknown: plan.unknown });
    if (text === shown) return;
    const written = writeLoopFile(call.root, text, shown);
    if (written.is === 'written') shown = written.text;
    else call.warn(call.sentences['hook.unusable']({ file: loopFile, why: written.why.is }));
  };
  show();
  await drive(run, world, new AbortController().signal, journal);
}

async function startSession(root: string, { run, job }: TurnPlan, world: World): Promise<OpenJournal> {
  const { excludeLoopFile } = await import('./exclude-loop-file.ts'); // once per state file
  excludeLoopFile(root);
  const { state, body, unknown } = job;
  const start = { run, machine: issuesSession.id, title: 'Issues of a conversation', settings: {} };
  return startJournal(world, { ...start, input: { state, body, unknown } });
}

/** Lists build the summary when they need it. */
const withoutSummaries = (owner: Owner): Owner => ({
  ...owner,
  open: async (run) => ({ ...(await owner.open(run)), summarise: () => {} }),
});

/** The turn reaches its run as a signal, an answer to be read, and a line for the program that called the hook. */
function createTurn({ startedAtMs }: HookCall, { turn: { id, marker }, noted, body }: TurnPlan) {
  let isHandled = false;
  const read = () => {
    isHandled = true;
    return { is: 'turn', turn: { id, startedAtMs, marker, noted } };
  };
  const tell = async (args: { turn: string; iteration: number; maxIterations: number; failures: number }) => {
    if (args.turn !== id) return { is: 'unheard' };
    isHandled = true;
    await writeAllOutput(printableJson(`${JSON.stringify(goOn(body, args))}\n`));
    return { is: 'told', atMs: Date.now() };
  };
  const performer: Performer<AbortSignal> = {
    kind: tellTurn.kind,
    afterCrash: 'reconcile',
    async perform(input) {
      const { op, args } = input as OperationInput;
      return { outcome: ok(op === tellTurn.op ? await tell(args as Parameters<typeof tell>[0]) : read()) };
    },
  };
  const message = {
    version: 1,
    type: 'signal',
    name: 'turn',
    choice: 'came',
    by: 'stop-hook',
    atMs: startedAtMs,
  } as const;
  const inbox = (files: Inbox): Inbox => ({
    ...files,
    read: async () => [...(await files.read()), ...(isHandled ? [] : [{ id: `turn-${id}-${startedAtMs}`, message }])],
    // Nothing else can arrive that this process waits for.
    changed: (_, signal) =>
      new Promise((resolve) =>
        signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
      ),
  });
  return { performer, inbox };
}

const goOn = (
  body: string,
  { iteration, maxIterations, failures }: { iteration: number; maxIterations: number; failures: number },
) => ({
  decision: 'block',
  reason: body,
  systemMessage: `Harness iteration ${iteration}/${maxIterations} | Failures: ${failures}/${failureLimit}`,
});
