/**
 * Implements the provider `acp`: starts any agent of the Agent Client Protocol for each call.
 *
 * The protocol leaves open what an agent asks for and what it does without asking. So the role's mode is enforced from
 * outside: permission requests are answered by the role, the program runs in a sandbox if there is one, and the
 * performer compares the files before and after.
 */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { privateEnvironment } from '../../process/environment.ts';
import { effectVariable } from '../../process/orphans.ts';
import { trustFolders } from '../codex/trust.ts';
import type { AgentEvent, AgentRequest, AgentResult, Provider, ProviderOptions } from '../provider.ts';
import { boxAround, failedBefore, newProviderSession, runInHome, runResumable } from '../provider-session.ts';
import { runAcpCall } from './acp-call.ts';
import type { AcpAgent, AcpSettings } from './agent.ts';
import { type AcpCredential, findAcpCredential } from './credential.ts';
import { type HiddenKey, hideKey } from './hide-key.ts';
import { type AcpHome, type AcpSessionMemory, openAcpHome } from './home.ts';
import { programOf } from './installed.ts';
import { startAgent } from './process.ts';

export interface AcpOptions extends ProviderOptions<string> {
  readonly agent: AcpAgent;
  /** Timeout of requests before the first prompt, in ms; default 60,000. */
  readonly patienceMs?: number;
}

export const acpProvider = (options: AcpOptions): Provider => ({
  id: 'acp',
  async *run(request, signal) {
    const source = options.environment ?? process.env;
    const credential = findAcpCredential(options.agent, source);
    const hiddenKey = await hideKey(options.agent, credential, options.baseUrl, source);
    try {
      const result = yield* runCall({ request, signal, options, source, credential, kept: hiddenKey });
      yield { type: 'result', result };
    } finally {
      hiddenKey?.gateway.close();
    }
  },
});

interface Call {
  readonly request: AgentRequest;
  readonly signal: AbortSignal;
  readonly options: AcpOptions;
  readonly source: NodeJS.ProcessEnv;
  readonly credential: AcpCredential;
  readonly kept: HiddenKey | undefined;
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
  const { request, credential, options, source } = call;
  const { name } = options.agent;
  const model = [name, request.model].filter((word) => word !== undefined).join(' ');
  yield { type: 'started', params: { provider: 'acp', model, session, ...more } };
  const open = () => openAcpHome(request.runFolder, session, credential, source);
  return yield* runInHome(session, more, open, (home, memory: AcpSessionMemory | undefined) =>
    converse(call, home, memory),
  );
}

async function* converse(
  call: Call,
  home: AcpHome,
  memory: AcpSessionMemory | undefined,
): AsyncGenerator<AgentEvent, AgentResult> {
  const { request, signal, options, source, kept: hiddenKey } = call;
  const { agent, patienceMs = 60_000 } = options;
  const program = programOf(agent.program, source);
  if (program === undefined) return failedBefore('startup', `the program ${agent.program} was not found`);
  if (signal.aborted) return failedBefore('aborted', 'stopped from outside');
  const autostartFile = findAutostartFile(agent, request.cwd);
  if (autostartFile !== undefined)
    return failedBefore('startup', `${agent.name} would run programs that ${autostartFile} names`);

  const settings = await settingsFor(call, home);
  await home.put(settings.files ?? {});
  const command = { program, args: [...agent.args, ...(settings.args ?? [])] };
  const env = environmentFor(call, home, settings);
  const endpoint = hiddenKey?.gateway.url ?? options.baseUrl; // reachable although the network is closed
  const boxed = boxAround(request.box, endpoint)(command);
  const child = await startAgent(boxed, { cwd: request.cwd, env }).catch(({ message }: Error) => message);
  if (typeof child === 'string') return failedBefore('startup', child);
  const trouble = () => hiddenKey?.gateway.trouble();
  return yield* runAcpCall({ agent, settings, request, child, home, memory, patienceMs, trouble }, signal);
}

const settingsFor = async ({ request, options, credential, kept }: Call, { home }: AcpHome): Promise<AcpSettings> =>
  options.agent.settings({
    mode: request.mode,
    hasOutput: request.writes !== undefined,
    model: request.model,
    baseUrl: kept?.gateway.url ?? options.baseUrl,
    retries: options.retries,
    turns: options.turns,
    effort: options.effort,
    paysBy: credential.is === 'keys' ? 'key' : credential.is,
    home,
    untrusted: await trustFolders(request.cwd),
  });

function environmentFor(
  { request, options: { agent }, credential, source, kept }: Call,
  { home, temporary }: AcpHome,
  { environment }: AcpSettings,
) {
  const keys = credential.is === 'keys' ? credential.names : [];
  const named = [...agent.passes, ...keys].flatMap((name) =>
    source[name] === undefined ? [] : [[name, source[name]]],
  );
  const own = { HOME: home, TMPDIR: temporary, [effectVariable]: request.mark };
  const told = { ...request.environment, ...environment, ...kept?.told };
  return privateEnvironment(source, { ...Object.fromEntries(named), ...told, ...own }, agent.passes);
}

/** Finds a file from which the agent always starts programs, up to the root of the repository; `undefined` if none. */
function findAutostartFile(agent: AcpAgent, cwd: string): string | undefined {
  const { startsUnasked = [] } = agent;
  const here = startsUnasked.map((name) => join(cwd, name)).find((path) => existsSync(path));
  const isTop = existsSync(join(cwd, '.git')) || dirname(cwd) === cwd;
  return here ?? (isTop ? undefined : findAutostartFile(agent, dirname(cwd)));
}
