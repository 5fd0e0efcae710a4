/**
 * Performs `agent`: asks a provider in the words of a role and reads its answer.
 *
 *   G1. A call begins from the folder as its checkpoint has it; what else was there is kept under a ref.
 *   G2. What a provider does is in the journal before it goes on.
 *   G3. What a call started ends with it.
 *   G4. What was spent is told, however the call ended. A cancelled call has no outcome.
 *   G5. Who only reads has changed nothing: a look before and after proves it. What was changed is kept, undone, and a failure.
 *       Who has no tools is not looked after: what changes meanwhile in the user's checkout is the user's own.
 *   G6. No secret is in what it says, notes or answers: it is taken out before anybody reads it.
 */
import { join } from 'node:path';
import type { AgentInput, Workplace } from '@harness/core/effects/agent';
import { fail, type Outcome, ok } from '@harness/core/failure';
import type { ChildProcess } from '@harness/core/journal';
import type { PerformContext, Performed, Performer } from '@harness/core/performer';
import type { Role } from '@harness/core/role';
import type { Journal } from '@harness/core/views/calls';
import { sessionFor } from '@harness/core/views/session';
import type { Look } from '../git/look.ts';
import { endOrphans } from '../process/orphans.ts';
import { redacting } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { Limits } from './alarms.ts';
import { clearOutput, outputPlace } from './output-file.ts';
import type { AgentEvent, AgentRequest, AgentResult, Provider } from './provider.ts';
import { readResult } from './reply.ts';
import { requestFor } from './request.ts';
import { textReader } from './texts.ts';
import { watched } from './watchdog.ts';
import { repositoryWords } from './words.ts';

/** Who answers a role, and what ends a call of it. */
export interface Asking {
  readonly provider: Provider;
  readonly model: string | undefined;
  /** The model was named for this role, or by a flag: what the workflow would like does not count against it. */
  readonly insists: boolean;
  readonly limits: Limits;
}

export interface AgentOptions {
  agentFor(role: string): Asking;
  readonly roles: Readonly<Record<string, Role<never, unknown>>>;
  /** The absolute root of the target repository. */
  readonly repo: string;
  /** The absolute folder of a run. */
  runFolder(run: string): string;
  /** The journals of a run and its relatives, the root first. */
  family(run: string): Promise<readonly Journal[]>;
  /** What the files of a workplace are before somebody comes who may only read; nothing where git cannot tell. */
  look(workplace: Workplace): Promise<Look | null>;
  /** Keeps what an earlier try wrote, brings the folder back to its checkpoint, and answers with the ref, if there was anything. */
  restore(
    workplace: Workplace,
    effect: { readonly run: string; readonly key: string },
  ): Promise<Outcome<string | null>>;
}

type Context = PerformContext<AbortSignal>;

export function agentPerformer(options: AgentOptions): Performer<AbortSignal> {
  const outputs = new Set<string>();
  const perform: Performer<AbortSignal>['perform'] = (input, context) =>
    performCall(input as AgentInput, context, options, outputs);
  return redacting({ kind: 'agent', afterCrash: 'repeat', perform }, ownRedactor);
}

/** `outputs` are the files that a role was allowed to write so far: several may read the same folder at the same time. */
async function performCall(
  call: AgentInput,
  context: Context,
  options: AgentOptions,
  outputs: Set<string>,
): Promise<Performed> {
  const { run, key, earlier, signal } = context;
  signal.throwIfAborted();
  const role = options.roles[call.role];
  if (!role) throw new Error(`No role ${call.role}`);
  const restored = await bringBack(call, role, context, options);
  if (!restored.ok) return { outcome: restored };

  const { repo } = options;
  const asking = options.agentFor(role.id);
  const model = asking.insists ? asking.model : (call.model ?? asking.model);
  const runFolder = options.runFolder(run);
  const family = await options.family(run);
  const cwd = join(repo, call.workplace.cwd);
  const output = outputPlace(role, call.input, cwd);
  const words = await repositoryWords(repo, role.id);
  const session = sessionOf(context, role, asking.provider, family);
  const asked = { run, key, call, role, earlier, family, repo, runFolder, model, words, session, output };
  const request = requestFor(asked, textReader(runFolder, cwd)); // before the output is cleared: it may be among the texts
  if (output) outputs.add(join(cwd, output.path));
  if (output) await clearOutput(output, runFolder, key);
  const look = role.mode === 'review' ? await options.look(call.workplace) : null;
  const result = await converse(request, context, asking);
  await unlessCut(result, context);
  const changes = look ? await look.changes() : [];
  const foreign = changes.filter((path) => !outputs.has(join(cwd, path)));
  const outcome =
    look && foreign.length > 0
      ? await undone(look, foreign, role, context)
      : await readResult(result, { role, input: call.input, request, runFolder, key, output });
  await unlessCut(result, context); // it may have been cut while its answer was being kept
  return { outcome, spent: result.spent };
}

/** What was cut off may have said things that its folder no longer knows: only a call that came to its end is gone on with. */
function sessionOf(
  { run, key, earlier, interrupted }: Context,
  { resumes }: Role<never, unknown>,
  { id: provider }: Provider,
  family: readonly Journal[],
): string | null {
  const isRepair = earlier?.code === 'agent.schema';
  if (interrupted || (earlier && !isRepair)) return null;
  const entries = family.find((journal) => journal.run === run)?.entries ?? [];
  return sessionFor(entries, { key, provider, isRepair, resumes: resumes === true });
}

/**
 * Every call that works in a folder begins from its checkpoint: what an earlier try wrote is undone, and what a check
 * left lying about is not taken for the agent's work. Only an answer that could not be read is repaired where it stands.
 * The user's own checkout is never brought back: there a call that was cut off is told to the workflow, not repeated.
 */
async function bringBack(
  { workplace }: AgentInput,
  { id, mode }: Role<never, unknown>,
  context: Context,
  options: AgentOptions,
): Promise<Outcome<string | null>> {
  const { run, key, interrupted, earlier } = context;
  if (mode === 'complete') return ok(null); // without tools there is nothing that it could have left behind
  if (workplace.checkpoint === null) return interrupted ? fail('agent.aborted', { role: id }) : ok(null);
  const isRepair = !interrupted && earlier?.code === 'agent.schema';
  if (mode !== 'exec' || isRepair) return ok(null);
  const restored = await options.restore(workplace, { run, key });
  if (restored.ok && restored.value !== null) await context.note('work.kept', { ref: restored.value });
  return restored;
}

/** It may be asked once more: the files are again as it found them. */
async function undone(
  look: Look,
  paths: readonly string[],
  { id }: Role<never, unknown>,
  { run, key, note }: Context,
): Promise<Outcome<never>> {
  const brought = await look.undo(paths, { run, key });
  if (!brought.ok) return brought;
  if (brought.value !== null) await note('work.kept', { ref: brought.value });
  const named = paths.length > 5 ? `${paths.slice(0, 5).join(', ')} and ${paths.length - 5} more` : paths.join(', ');
  const detail = `it may only read, and files changed while it was at work: ${named}. They were brought back`;
  return fail('agent.unknown', { role: id, detail });
}

/** A cancelled call has no outcome, but the provider will send the bill all the same. */
async function unlessCut({ spent: { usage, costUsd } }: AgentResult, context: Context): Promise<void> {
  if (!context.signal.aborted) return;
  const isNothing = costUsd === 0 && Object.values(usage).every((amount) => amount === 0);
  if (!isNothing) await context.note('agent.spent', { ...usage, costUsd });
  context.signal.throwIfAborted();
}

async function converse(request: AgentRequest, context: Context, { provider, limits }: Asking): Promise<AgentResult> {
  const processes: ChildProcess[] = [];
  try {
    const run = (signal: AbortSignal) => provider.run(request, signal);
    for await (const event of watched(run, { ...limits, allowances: context.allowances }, context.signal)) {
      if (event.type === 'process') processes.push(event);
      if (event.type === 'result') return ownRedactor().deep(event.result);
      await tell(event, context);
    }
    throw new Error('The watchdog let a call end without a result');
  } finally {
    if (processes.length > 0) await endOrphans(request.mark, processes);
  }
}

async function tell(event: Exclude<AgentEvent, { type: 'result' }>, context: Context): Promise<void> {
  if (event.type === 'started') return context.note('agent.started', event.params);
  if (event.type === 'noted') return context.note(event.code, event.params);
  if (event.type === 'alive') return;
  if (event.type === 'process') return context.note('process.started', { pid: event.pid, startedAt: event.startedAt });
  context.report(event);
}
