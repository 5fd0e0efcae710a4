/**
 * Performs `agent`: sends the prompt of a role to a provider and reads its answer.
 *
 *   G1. A call starts from the checkpoint of its folder; other changes there are kept under a ref first.
 *   G2. Each step of a provider is in the journal before the next one.
 *   G3. All processes of a call end with it.
 *   G4. The cost is reported, however the call ended. A cancelled call has no outcome.
 *   G5. A read-only role must not change files: snapshots before and after prove it. Changes are kept, undone and fail
 *       the call. A role without tools gets no snapshot: changes in the user's checkout during its call are the user's
 *       own.
 *   G6. With a sandbox, no call is made before the canary has proved it.
 *   G7. Events, notes and answers contain no secret: they are redacted first.
 */
import type { AgentInput } from '@harness/core/effects/agent';
import type { PerformContext, Performer, PerformResult } from '@harness/core/effects/performer';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { memoryText, parseMemoryLines } from '@harness/core/memory/line';
import type { Role } from '@harness/core/role/role';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { toGitOutcome } from '../git/git-outcome.ts';
import { type Canary, isSandboxTight } from '../sandbox/canary.ts';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { restoreWorkplace } from './call-start.ts';
import { protectGivenDocuments } from './given-documents.ts';
import { type OngoingCall, type OverlappingCalls, removeForeignEntries, trackOverlappingCalls } from './named-paths.ts';
import type { AgentOptions } from './options.ts';
import { type PreparedCall, prepareCall } from './prepare-call.ts';
import type { AgentResult } from './provider.ts';
import { readOnlyViolation, snapshotBeforeCall, undoChanges } from './read-only-guard.ts';
import type { RecordAttempt } from './record/recorder.ts';
import { readCallResult } from './reply.ts';
import { noteCancelledCost, runBoxedCall, runCall } from './run-call.ts';

type Context = PerformContext<AbortSignal>;

export function agentPerformer(options: AgentOptions): Performer<AbortSignal> {
  const overlapping = trackOverlappingCalls();
  const perform: Performer<AbortSignal>['perform'] = (input, context) =>
    performCall(input as AgentInput, context, options, overlapping);
  return withRedaction({ kind: 'agent', afterCrash: 'repeat', perform }, ownRedactor);
}

async function performCall(
  call: AgentInput,
  context: Context,
  options: AgentOptions,
  overlapping: OverlappingCalls,
): Promise<PerformResult> {
  context.signal.throwIfAborted();
  const role = options.roles[call.role];
  if (!role) throw new Error(`No role ${call.role}`);
  if (options.sandbox && !isSandboxTight(options.sandbox.canary))
    return { outcome: sandboxFailure(options.sandbox.canary) };
  const restored = await restoreWorkplace(call, role, context, options);
  return restored.ok
    ? ask(call, role, context, options, overlapping).catch(outsideFailure) // an agent can put a link where an output belongs
    : { outcome: restored };
}

function outsideFailure(error: unknown): PerformResult {
  if (error instanceof OutsideCheckoutError) return { outcome: fail('path.outside', { path: error.path }) };
  throw error;
}

async function ask(
  call: AgentInput,
  role: Role<never, unknown>,
  context: Context,
  options: AgentOptions,
  overlapping: OverlappingCalls,
): Promise<PerformResult> {
  const prepared = await prepareCall(call, role, context, options);
  const ongoing = overlapping.begin(prepared.request);
  try {
    return await answerCall(call, role, context, options, prepared, ongoing);
  } finally {
    ongoing.end();
  }
}

async function answerCall(
  call: AgentInput,
  role: Role<never, unknown>,
  context: Context,
  options: AgentOptions,
  { asking: agent, request, output, cwd, runFolder }: PreparedCall,
  ongoing: OngoingCall,
): Promise<PerformResult> {
  const snapshot = role.mode === 'review' ? await snapshotBeforeCall(call.workplace, options) : null;
  const recording = await toGitOutcome('record', cwd, async () =>
    ok(await options.recorder?.watch(request, call.workplace)),
  );
  if (!recording.ok) return { outcome: recording };
  const makeCall = () =>
    runBoxedCall(request, context, options.sandbox, (boxedRequest) => runCall(boxedRequest, context, agent));
  const firstResult = await protectGivenDocuments(call, role, { cwd, runFolder }, context, makeCall);
  await removeForeignEntries(request, context);
  await noteCancelledCost(firstResult, context);
  const changes = await toGitOutcome('compare', cwd, async () => ok((await snapshot?.changes()) ?? []));
  if (!changes.ok) return { outcome: changes, spent: firstResult.spent };
  const foreign = changes.value.filter((path) => !ongoing.isNamed(path));
  const recorded = await record(
    foreign.length > 0 ? readOnlyViolation(firstResult, foreign) : firstResult,
    recording.value,
    cwd,
  );
  if (!recorded.ok) return { outcome: recorded, spent: firstResult.spent };
  const result = recorded.value;
  const undone = snapshot && foreign.length > 0 ? await undoChanges(snapshot, foreign, context) : ok(null);
  const answered = { role, input: call.input, request, runFolder, key: context.key, output };
  const outcome = undone.ok ? await readCallResult(result, answered) : undone;
  if (outcome.ok && result.outcome === 'ok') await noteMemory(role, result.text, context);
  await noteCancelledCost(result, context); // it may have been cancelled while its answer was stored
  return { outcome, spent: result.spent };
}

/** Writes the lines that a role wants to remember into the journal, before its answer (M-31). */
async function noteMemory(role: Role<never, unknown>, text: string, { note }: Pick<Context, 'note'>) {
  const lines = role.remembers ? parseMemoryLines(text, role) : [];
  if (lines.length > 0) await note('memory.told', { lines: memoryText(lines) });
}

const sandboxFailure = ({ write, secret, process: left }: Canary) =>
  fail('sandbox.leaks', { write, secret, process: left });

/** An error while recording fails the call: an incomplete recording is useless. */
const record = (result: AgentResult, finish: RecordAttempt | undefined, cwd: string): Promise<Outcome<AgentResult>> =>
  toGitOutcome('record', cwd, async () => ok(finish ? await finish(result) : result));
