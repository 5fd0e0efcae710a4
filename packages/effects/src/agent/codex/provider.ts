/**
 * The Codex SDK behind the door: its program is started for every call, in the role's mode, and ends with it.
 *
 * In a box of ours the program's own sandbox is off: the box keeps to the mode, for its commands and for itself. With a
 * login it stays on, because the login lies in a file that commands must not read.
 *
 * Without a box the program's sandbox does what it can. `exec` works in the folder and nowhere else: git's own files are
 * read-only, the network is open. `review` reads: its commands run where nothing can be written, and have no network. Its
 * one output file is dropped in a folder of the call then, and the harness puts it in its place (see drop).
 *
 * `complete` has no commands; what the program cannot be talked out of (a patch, and a little program around nothing) is
 * refused or does nothing.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { noCost, noUsage } from '@harness/core/budget/usage';
import type { AgentFailureKind } from '@harness/core/effects/agent';
import { codex } from '@harness/core/providers/codex';
import { modelOf } from '@harness/core/providers/model-tier';
import type { ModelReasoningEffort, ThreadOptions } from '@openai/codex-sdk';
import type { BoxedCommand } from '../../sandbox/box.ts';
import { type Gateway, type GatewayTrouble, openGateway } from '../key-gateway.ts';
import type { AgentError, AgentEvent, AgentRequest, AgentResult, Provider } from '../provider.ts';
import { restartPrompt, resumePrompt } from '../resume-prompt.ts';
import { runCodexCall } from './codex-call.ts';
import { codexConfig, ownEndpoint, toToml } from './config.ts';
import { openConversation } from './conversation.ts';
import { type Credential, credentialIn, loginFile } from './credential.ts';
import { codexEnvironment } from './environment.ts';
import { type CodexHome, type CodexSessionMemory, isSession, newSession, openCodexHome } from './home.ts';
import { codexInstalled, type Installed } from './installed.ts';
import { openLauncher } from './launcher.ts';
import { openMeter } from './meter.ts';
import { openOutputFolder } from './output-folder.ts';
import type { Prices } from './prices.ts';
import { openSessionLog } from './session-log.ts';
import { trustFolders } from './trust.ts';

export interface CodexOptions {
  /** The endpoint with the version of its API; the provider's own when it is not said. */
  readonly baseUrl?: string | undefined;
  /** How often the program itself tries again. */
  readonly retries: number;
  /** How many answers of the model one call may take. */
  readonly turns?: number | undefined;
  /** How hard the model thinks, in the words of the configuration. */
  readonly effort?: ModelReasoningEffort | undefined;
  /** What the program may inherit from, by the allow-list, and where the key or the login is. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Another program than the package's own. */
  readonly program?: string;
  /** What tokens cost, in place of the list that comes along. */
  readonly prices?: Prices;
  /** How long the program may wait by itself for a rate limit. A longer wait is the harness's: it is told, and can be stopped. */
  readonly patienceMs?: number;
}

export const codexProvider = (options: CodexOptions): Provider => ({
  id: 'codex',
  async *run(request, signal) {
    const credential = credentialIn(sourceOf(options));
    const gateway = await gatewayFor(credential, options);
    try {
      const result = yield* goOn({ request, signal, options, credential, gateway });
      yield { type: 'result', result: withReason(result, gateway?.trouble()) };
    } finally {
      gateway?.close();
    }
  },
});

interface Call {
  readonly request: AgentRequest;
  readonly signal: AbortSignal;
  readonly credential: Credential;
  readonly gateway: Gateway | undefined;
  readonly options: CodexOptions;
}

/** The program tells in words what it makes of an answer, or that the gateway hung up; the gateway knows what it was. */
function withReason(result: AgentResult, trouble: GatewayTrouble | undefined): AgentResult {
  if (result.outcome === 'ok' || trouble === undefined) return result;
  const { error } = result;
  if (result.outcome === 'network' && trouble.unreachable !== undefined)
    return { ...result, error: { ...error, detail: `${error.detail} (${trouble.unreachable})` } };
  const waits = result.outcome === 'rate_limit' && trouble.retryAfterMs !== undefined;
  return {
    ...result,
    error: {
      ...(trouble.status === undefined ? {} : { status: trouble.status }),
      ...(waits ? { retryAfterMs: trouble.retryAfterMs } : {}),
      ...error,
    } as AgentError,
  };
}

/** A login goes straight to its endpoint: the program renews it by itself. */
async function gatewayFor(credential: Credential, { baseUrl = ownEndpoint }: CodexOptions) {
  if (credential.is !== 'key') return undefined;
  return openGateway(baseUrl, { header: 'authorization', value: credential.value });
}

/** Goes on with the conversation that was asked for, or begins one. One that is lost has cost nothing. */
async function* goOn(call: Call): AsyncGenerator<AgentEvent, AgentResult> {
  const { session: earlier } = call.request;
  if (earlier === undefined) return yield* inSession(call, newSession(), {});
  const result = yield* inSession(call, earlier, { resumed: 'yes' });
  if (result.outcome !== 'session_lost') return result;
  return yield* inSession({ ...call, request: restartPrompt(call.request) }, newSession(), { resumed: 'no' });
}

/** The session is in the journal before the program is started: whoever comes after a crash can name it. */
async function* inSession(
  call: Call,
  session: string,
  more: { readonly resumed?: 'yes' | 'no' },
): AsyncGenerator<AgentEvent, AgentResult> {
  const { request, credential, options } = call;
  yield { type: 'started', params: { provider: 'codex', model: request.model ?? '', session, ...more } };
  if (!isSession(session)) return lost;
  const home = await openCodexHome(request.runFolder, session, credential, sourceOf(options));
  try {
    const memory = await home.memory();
    if (memory === undefined && more.resumed === 'yes') return lost;
    return yield* converse(call, home, memory);
  } finally {
    await home.leave();
  }
}

async function* converse(
  call: Call,
  home: CodexHome,
  memory: CodexSessionMemory | undefined,
): AsyncGenerator<AgentEvent, AgentResult> {
  const { request, signal, options } = call;
  const found = programFor(options);
  if (!found.ok) return failed('startup', `${found.missing} is missing in ${found.root}`);
  if (signal.aborted) return failed('aborted', 'stopped from outside');

  const said = { ...request, prompt: memory ? resumePrompt(request) : request.prompt };
  const drop = isOwnSandboxOff(call) ? undefined : await openOutputFolder(said, home.temporary);
  const launcher = await openLauncher(home.call, found.program, drop?.prompt ?? said.prompt, boxing(call));
  try {
    await writeFile(join(home.codex, 'config.toml'), toToml(await configFor(call, home)), { mode: 0o600 });
    const records = await openSessionLog(home.codex);
    const talk = await openConversation({
      launcher,
      environment: environmentFor(call, home, found.tools),
      options: threadOptions(call),
      schema: request.schema,
      thread: memory?.thread,
    });
    const meter = openMeter(request.model ?? '', memory?.counted ?? noUsage, options.prices);
    const { retries, patienceMs = 60_000, turns = Number.POSITIVE_INFINITY } = options;
    const bounds = { retries, patienceMs, turns };
    const result = yield* runCodexCall({ request, home, talk, launcher, records, meter, bounds }, signal);
    await drop?.collect();
    return result;
  } finally {
    await launcher.close();
  }
}

/** Where the network is closed, the program reaches the gateway; with a login, whatever models are known by. */
function boxing({ request: { box }, gateway, options: { baseUrl } }: Call) {
  const own = gateway?.url ?? baseUrl;
  return (command: BoxedCommand) => box?.around(command, own === undefined ? {} : { reach: [own] }) ?? command;
}

const failed = (outcome: AgentFailureKind, detail: string): AgentResult => ({
  outcome,
  error: { detail },
  spent: noCost,
});
const lost = failed('session_lost', 'nothing of the session is left');

function programFor({ program }: CodexOptions): Installed {
  const installed = codexInstalled();
  if (program === undefined) return installed;
  return installed.ok ? { ...installed, program } : { ok: true, program, tools: [], version: '' };
}

const configFor = async ({ request, credential, gateway, options }: Call, { home, codex }: CodexHome) =>
  codexConfig({
    request,
    credential,
    baseUrl: gateway?.url ?? options.baseUrl,
    retries: options.retries,
    untrusted: await trustFolders(request.cwd),
    sandbox: {
      isOff: isOwnSandboxOff({ request, credential }),
      writable: [home],
      readable: [request.runFolder],
      hidden: [codex, dirname(loginFile(sourceOf(options)))],
    },
  });

/** In a box of ours. A login lies in a file that only the program's own sandbox keeps from its commands. */
const isOwnSandboxOff = ({ request, credential }: Pick<Call, 'request' | 'credential'>) =>
  request.box !== undefined && credential.is !== 'login';

const sourceOf = ({ environment }: CodexOptions) => environment ?? process.env;

const environmentFor = (
  { request: { mark, environment: lane }, gateway, options }: Call,
  home: CodexHome,
  tools: readonly string[],
) => codexEnvironment(sourceOf(options), home, { mark, lane, key: gateway?.token, tools });

function threadOptions({ request: { cwd, model }, options }: Call): ThreadOptions {
  const { effort } = options;
  return {
    workingDirectory: cwd,
    skipGitRepoCheck: true, // a lane is none of the program's business
    approvalPolicy: 'never', // nobody is there to ask
    ...(model === undefined ? {} : { model: modelOf(codex.tiers, model) }),
    ...(effort === undefined ? {} : { modelReasoningEffort: effort }),
  };
}
