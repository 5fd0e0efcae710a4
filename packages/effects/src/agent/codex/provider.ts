/**
 * Implements the provider `codex`: starts the program of the Codex SDK for each call, in the role's mode.
 *
 * In a box the program's sandbox is off, because the box enforces the mode for the program and its commands. With a
 * login it stays on, because the login is in a file that commands must not read.
 *
 * Without a box the program's sandbox applies. `exec` writes only to its folder: git's files are read-only, the network
 * is open. `review` is read-only without a network; its named paths go through a folder of the call (see output-folder).
 *
 * `complete` has no commands. Tools that cannot be turned off are refused or have no effect.
 */

import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { noUsage } from '@harness/core/budget/usage';
import { codex } from '@harness/core/providers/codex';
import { modelOf } from '@harness/core/providers/model-tier';
import type { ModelReasoningEffort, ThreadOptions } from '@openai/codex-sdk';
import { privateEnvironment } from '../../process/environment.ts';
import { effectVariable } from '../../process/orphans.ts';
import { type Gateway, type GatewayError, openGateway } from '../key-gateway.ts';
import { writeAccessOf } from '../named-paths.ts';
import type { AgentError, AgentEvent, AgentRequest, AgentResult, Provider, ProviderOptions } from '../provider.ts';
import { boxAround, failedBefore, newProviderSession, runInHome, runResumable } from '../provider-session.ts';
import { resumePrompt } from '../resume-prompt.ts';
import { runCodexCall } from './codex-call.ts';
import { codexConfig, ownEndpoint, toToml } from './config.ts';
import { openCodexConversation } from './conversation.ts';
import { type CodexCredential, findCodexCredential, keyName, loginFile } from './credential.ts';
import { type CodexHome, type CodexSessionMemory, openCodexHome } from './home.ts';
import { findCodexProgram } from './installed.ts';
import { openLauncher } from './launcher.ts';
import { logFilter } from './log.ts';
import { createCodexMeter } from './meter.ts';
import { openOutputFolder } from './output-folder.ts';
import type { Prices } from './prices.ts';
import { openSessionLog } from './session-log.ts';
import { trustFolders } from './trust.ts';

/** `baseUrl` includes the version of the API. */
export interface CodexOptions extends ProviderOptions<ModelReasoningEffort> {
  /** The program to run, as in `agent.program`; default: the one on PATH, or the package's. */
  readonly program?: string;
  /** Prices of tokens; default: the built-in list. */
  readonly prices?: Prices;
  /** Maximum wait of the program for a rate limit, in ms; default 60,000. The harness handles a longer wait. */
  readonly patienceMs?: number;
}

export const codexProvider = (options: CodexOptions): Provider => ({
  id: 'codex',
  async *run(request, signal) {
    const credential = findCodexCredential(sourceOf(options));
    const gateway = await gatewayFor(credential, options);
    try {
      const result = yield* runCall({ request, signal, options, credential, gateway });
      yield { type: 'result', result: withReason(result, gateway?.trouble()) };
    } finally {
      gateway?.close();
    }
  },
});

interface Call {
  readonly request: AgentRequest;
  readonly signal: AbortSignal;
  readonly credential: CodexCredential;
  readonly gateway: Gateway | undefined;
  readonly options: CodexOptions;
}

/** Adds the status or network error that the gateway saw: the program reports them only in words. */
function withReason(result: AgentResult, trouble: GatewayError | undefined): AgentResult {
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

/** A login connects directly to its endpoint, because the program renews it. */
async function gatewayFor(credential: CodexCredential, { baseUrl = ownEndpoint }: CodexOptions) {
  if (credential.is !== 'key') return undefined;
  return openGateway(baseUrl, { header: 'authorization', value: credential.value });
}

const runCall = (call: Call): AsyncGenerator<AgentEvent, AgentResult> =>
  runResumable(call.request, (request, earlier, note) =>
    runInSession({ ...call, request }, earlier ?? newProviderSession(), note),
  );

/** The session is noted before the program starts, so that it can be resumed after a crash. */
async function* runInSession(
  call: Call,
  session: string,
  more: { readonly resumed?: 'yes' | 'no' },
): AsyncGenerator<AgentEvent, AgentResult> {
  const { request, credential, options } = call;
  yield { type: 'started', params: { provider: 'codex', model: request.model ?? '', session, ...more } };
  const open = () => openCodexHome(request.runFolder, session, credential, sourceOf(options));
  return yield* runInHome(session, more, open, (home, memory: CodexSessionMemory | undefined) =>
    converse(call, home, memory),
  );
}

async function* converse(
  call: Call,
  home: CodexHome,
  memory: CodexSessionMemory | undefined,
): AsyncGenerator<AgentEvent, AgentResult> {
  const { request, signal, options } = call;
  const found = findCodexProgram({ configured: options.program ?? '', environment: sourceOf(options) });
  if (found.is === 'missing') return failedBefore('startup', `the program ${found.program} was not found`);
  if (signal.aborted) return failedBefore('aborted', 'stopped from outside');

  const resumed = { ...request, prompt: memory ? resumePrompt(request) : request.prompt };
  const outputFolder = isOwnSandboxOff(call) ? undefined : await openOutputFolder(resumed, home.temporary);
  const prompt = outputFolder?.prompt ?? resumed.prompt;
  const boxed = boxAround(request.box, call.gateway?.url ?? options.baseUrl);
  const launcher = await openLauncher(home.call, found.program, prompt, boxed);
  try {
    await writeFile(join(home.codex, 'config.toml'), toToml(await configFor(call, home)), { mode: 0o600 });
    const records = await openSessionLog(home.codex);
    const talk = await openCodexConversation({
      launcher,
      environment: environmentFor(call, home, found.tools ?? []),
      options: threadOptions(call),
      schema: request.schema,
      thread: memory?.thread,
    });
    const meter = createCodexMeter(request.model ?? '', memory?.counted ?? noUsage, options.prices);
    const { retries, patienceMs = 60_000, turns = Number.POSITIVE_INFINITY } = options;
    const bounds = { retries, patienceMs, turns };
    const result = yield* runCodexCall({ request, home, talk, launcher, records, meter, bounds }, signal);
    await outputFolder?.collect();
    return result;
  } finally {
    await launcher.close();
  }
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
      readable: [request.runFolder, ...(writeAccessOf(request).isCheckout ? [join(request.cwd, '.harness')] : [])],
      hidden: [codex, dirname(loginFile(sourceOf(options)))],
    },
  });

/** A login is in a file that only the program's own sandbox hides from its commands. */
const isOwnSandboxOff = ({ request, credential }: Pick<Call, 'request' | 'credential'>) =>
  request.box !== undefined && credential.is !== 'login';

const sourceOf = ({ environment }: CodexOptions) => environment ?? process.env;

function environmentFor(
  { request, gateway, options }: Call,
  { home, codex: codexHome, temporary }: CodexHome,
  tools: readonly string[],
): Record<string, string> {
  const environment = privateEnvironment(sourceOf(options), {
    ...request.environment,
    HOME: home,
    CODEX_HOME: codexHome,
    TMPDIR: temporary,
    [effectVariable]: request.mark,
    RUST_LOG: logFilter,
    ...(gateway === undefined ? {} : { [keyName]: gateway.token }),
  });
  return { ...environment, PATH: [...tools, environment['PATH']].filter((part) => part).join(':') };
}

function threadOptions({ request: { cwd, model }, options }: Call): ThreadOptions {
  const { effort } = options;
  return {
    workingDirectory: cwd,
    skipGitRepoCheck: true, // the program must not check the git repository of a lane
    approvalPolicy: 'never', // no user is present
    ...(model === undefined ? {} : { model: modelOf(codex.tiers, model) }),
    ...(effort === undefined ? {} : { modelReasoningEffort: effort }),
  };
}
