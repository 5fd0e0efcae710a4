/**
 * Performs `agent`: asks a provider in the words of a role and reads its answer.
 *
 *   G1. A call begins from the folder as its checkpoint has it; what else was there is kept under a ref.
 *   G2. What a provider does is in the journal before it goes on.
 *   G3. What a call started ends with it.
 *   G4. What was spent is told, however the call ended. A cancelled call has no outcome.
 *   G5. Who only reads has changed nothing: a look before and after proves it. What was changed is kept, undone, and a failure.
 *       Who has no tools is not looked after: what changes meanwhile in the user's checkout is the user's own.
 *   G6. Where there is a sandbox, nobody is asked before it was seen to hold.
 *   G7. No secret is in what it says, notes or answers: it is taken out before anybody reads it.
 */
import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { PerformContext, Performed, Performer } from '@harness/core/effects/performer';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { memoryText, parseMemoryLines } from '@harness/core/memory/line';
import type { Role } from '@harness/core/role/role';
import { toGitOutcome } from '../git/git-outcome.ts';
import { type Canary, isSandboxTight } from '../sandbox/canary.ts';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { restoreWorkplace } from './call-start.ts';
import type { AgentOptions } from './options.ts';
import { prepareCall } from './prepare-call.ts';
import type { AgentResult } from './provider.ts';
import { readOnlyViolation, snapshotBeforeCall, undoChanges } from './read-only-guard.ts';
import type { RecordAttempt } from './record/recorder.ts';
import { readCallResult } from './reply.ts';
import { noteCancelledCost, runBoxedCall, runCall } from './run-call.ts';

type Context = PerformContext<AbortSignal>;

export function agentPerformer(options: AgentOptions): Performer<AbortSignal> {
  const outputs = new Set<string>();
  const perform: Performer<AbortSignal>['perform'] = (input, context) =>
    performCall(input as AgentInput, context, options, outputs);
  return withRedaction({ kind: 'agent', afterCrash: 'repeat', perform }, ownRedactor);
}

/** `outputs` are the files that a role was allowed to write so far: several may read the same folder at the same time. */
async function performCall(
  call: AgentInput,
  context: Context,
  options: AgentOptions,
  outputs: Set<string>,
): Promise<Performed> {
  context.signal.throwIfAborted();
  const role = options.roles[call.role];
  if (!role) throw new Error(`No role ${call.role}`);
  if (options.sandbox && !isSandboxTight(options.sandbox.canary)) return { outcome: leaking(options.sandbox.canary) };
  const restored = await restoreWorkplace(call, role, context, options);
  return restored.ok ? ask(call, role, context, options, outputs) : { outcome: restored };
}

async function ask(
  call: AgentInput,
  role: Role<never, unknown>,
  context: Context,
  options: AgentOptions,
  outputs: Set<string>,
): Promise<Performed> {
  const { asking, request, output, cwd, runFolder } = await prepareCall(call, role, context, options);
  if (output) outputs.add(join(cwd, output.path));
  const look = role.mode === 'review' ? await snapshotBeforeCall(call.workplace, options) : null;
  const begun = await toGitOutcome('record', cwd, async () =>
    ok(await options.recorder?.watch(request, call.workplace)),
  );
  if (!begun.ok) return { outcome: begun };
  const said = await runBoxedCall(request, role, context, options.sandbox, (inside) =>
    runCall(inside, context, asking),
  );
  await noteCancelledCost(said, context);
  const changes = (await look?.changes()) ?? [];
  const foreign = changes.filter((path) => !outputs.has(join(cwd, path)));
  const taken = await takeDown(foreign.length > 0 ? readOnlyViolation(said, foreign) : said, begun.value, cwd);
  if (!taken.ok) return { outcome: taken, spent: said.spent };
  const result = taken.value;
  const undoing = look && foreign.length > 0 ? await undoChanges(look, foreign, context) : ok(null);
  const answered = { role, input: call.input, request, runFolder, key: context.key, output };
  const outcome = undoing.ok ? await readCallResult(result, answered) : undoing;
  if (outcome.ok && result.outcome === 'ok') await noteMemory(role, result.text, context);
  await noteCancelledCost(result, context); // it may have been cut while its answer was being kept
  return { outcome, spent: result.spent };
}

/** Writes the lines that a role wants to remember into the journal, before its answer (M-31). */
async function noteMemory(role: Role<never, unknown>, text: string, { note }: Pick<Context, 'note'>) {
  const lines = role.remembers ? parseMemoryLines(text, role) : [];
  if (lines.length > 0) await note('memory.told', { lines: memoryText(lines) });
}

const leaking = ({ write, secret, process: left }: Canary) => fail('sandbox.leaks', { write, secret, process: left });

/** What git or the file system does not let us write down is a failure of the call: a record with holes helps nobody. */
const takeDown = (result: AgentResult, taking: RecordAttempt | undefined, cwd: string): Promise<Outcome<AgentResult>> =>
  toGitOutcome('record', cwd, async () => ok(taking ? await taking(result) : result));
