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
import { type AgentInput, isCheckout, type Workplace } from '@harness/core/effects/agent';
import { fail, type Outcome, ok } from '@harness/core/failure';
import type { ChildProcess } from '@harness/core/journal';
import type { PerformContext, Performed, Performer } from '@harness/core/performer';
import type { Role } from '@harness/core/role';
import type { Journal } from '@harness/core/views/calls';
import { sessionFor } from '@harness/core/views/session';
import { attempt } from '../git/attempt.ts';
import type { Look } from '../git/look.ts';
import { endOrphans } from '../process/orphans.ts';
import { type Canary, holds } from '../sandbox/canary.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { redacting } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { Limits } from './alarms.ts';
import { hear } from './heard.ts';
import { clearOutput, outputPlace } from './output-file.ts';
import type { AgentEvent, AgentRequest, AgentResult, Provider } from './provider.ts';
import type { Recorder, Taking } from './record/recorder.ts';
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
  /** What the program of a call runs in; nothing where there is no sandbox. */
  readonly sandbox?: Pick<Sandbox, 'canary' | 'forAgent'> | undefined;
  /** Keeps what an earlier try wrote, brings the folder back to its checkpoint, and answers with the ref, if there was anything. */
  restore(
    workplace: Workplace,
    effect: { readonly run: string; readonly key: string },
  ): Promise<Outcome<string | null>>;
  /** Where people drop context for agents, relative to the repository; nowhere when it is not said. */
  readonly contextDir?: string;
  /** Who writes the run down as a script. */
  readonly recorder?: Recorder | undefined;
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
  if (options.sandbox && !holds(options.sandbox.canary)) return { outcome: leaking(options.sandbox.canary) };
  const restored = await bringBack(call, role, context, options);
  if (!restored.ok) return { outcome: restored };

  const { repo } = options;
  const asking = options.agentFor(role.id);
  const model = modelFor(asking, call);
  const runFolder = options.runFolder(run);
  const family = await options.family(run);
  const cwd = join(repo, call.workplace.cwd);
  const output = outputPlace(role, call.input, cwd);
  const words = await repositoryWords(repo, role.id);
  const heard = await hear(call, options, runFolder, context);
  const session = sessionOf(context, role, asking.provider, family);
  const asked = { run, key, call, role, earlier, family, repo, runFolder, model, words, heard, session, output };
  const request = requestFor(asked, textReader(runFolder, cwd)); // before the output is cleared: it may be among the texts
  if (output) outputs.add(join(cwd, output.path));
  if (output) await clearOutput(output, runFolder, key);
  const look = role.mode === 'review' ? await lookFirst(call.workplace, options) : null;
  const begun = await attempt('record', cwd, async () => ok(await options.recorder?.watch(request, call.workplace)));
  if (!begun.ok) return { outcome: begun };
  const said = await boxed(request, context, options.sandbox, (inside) => converse(inside, context, asking));
  await unlessCut(said, context);
  const changes = (await look?.changes()) ?? [];
  const foreign = changes.filter((path) => !outputs.has(join(cwd, path)));
  const taken = await takeDown(foreign.length > 0 ? overstepped(said, foreign) : said, begun.value, cwd);
  if (!taken.ok) return { outcome: taken, spent: said.spent };
  const result = taken.value;
  const undoing = look && foreign.length > 0 ? await undone(look, foreign, context) : ok(null);
  const answered = { role, input: call.input, request, runFolder, key, output };
  const outcome = undoing.ok ? await readResult(result, answered) : undoing;
  await unlessCut(result, context); // it may have been cut while its answer was being kept
  return { outcome, spent: result.spent };
}

/** In a box the checkout cannot be written by who only reads: what changes there meanwhile is the user's own. */
const lookFirst = (workplace: Workplace, { look, sandbox }: AgentOptions): Promise<Look | null> =>
  isCheckout(workplace) && sandbox ? Promise.resolve(null) : look(workplace);

const leaking = ({ write, secret, process: left }: Canary) => fail('sandbox.leaks', { write, secret, process: left });

/** What the box kept for it is brought out, however the call ended. */
async function boxed(
  request: AgentRequest,
  context: Context,
  sandbox: AgentOptions['sandbox'],
  ask: (request: AgentRequest) => Promise<AgentResult>,
): Promise<AgentResult> {
  if (!sandbox) return ask(request);
  const { cwd, runFolder, mode, output } = request;
  const onDenied = (host: string) => context.report({ type: 'denied', tool: 'network', path: host });
  const box = await sandbox.forAgent({ cwd, runFolder, mode, output, onDenied });
  try {
    const result = await ask({ ...request, box });
    await box.bringOut();
    return result;
  } finally {
    await box.close();
  }
}

/** The model of a call: what the workflow would like counts where nobody named one for this role, or by a flag. */
export const modelFor = (
  { insists, model }: Pick<Asking, 'insists' | 'model'>,
  call: AgentInput,
): string | undefined => (insists ? model : (call.model ?? model));

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

/** What git or the file system does not let us write down is a failure of the call: a record with holes helps nobody. */
const takeDown = (result: AgentResult, taking: Taking | undefined, cwd: string): Promise<Outcome<AgentResult>> =>
  attempt('record', cwd, async () => ok(taking ? await taking(result) : result));

function overstepped({ spent }: AgentResult, paths: readonly string[]): AgentResult {
  const named = paths.length > 5 ? `${paths.slice(0, 5).join(', ')} and ${paths.length - 5} more` : paths.join(', ');
  const detail = `it may only read, and files changed while it was at work: ${named}. They were brought back`;
  return { outcome: 'unknown', error: { detail }, spent };
}

/** It may be asked once more: the files are again as it found them. */
async function undone(
  look: Look,
  paths: readonly string[],
  { run, key, note }: Context,
): Promise<Outcome<string | null>> {
  const brought = await look.undo(paths, { run, key });
  if (brought.ok && brought.value !== null) await note('work.kept', { ref: brought.value });
  return brought;
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
