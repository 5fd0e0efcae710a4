/**
 * Any agent that speaks the Agent Client Protocol, behind the door: its program is started for every call and ends with it.
 *
 * The protocol leaves to the agent what it asks for and what it does unasked. So a role's mode is enforced from outside: an
 * agent's wishes are answered by what the role may, its program runs in a sandbox where there is one, and the performer
 * looks at the files before and after.
 */

import { noCost } from '@harness/core/budget/usage';
import { trustFolders } from '../codex/trust.ts';
import type { AgentEvent, AgentRequest, AgentResult, Provider } from '../provider.ts';
import { runAcpCall } from './acp-call.ts';
import type { AcpAgent, AcpSettings } from './agent.ts';
import { findAutostartPrograms } from './autostart.ts';
import { type Credential, credentialIn } from './credential.ts';
import { acpEnvironment } from './environment.ts';
import type { AcpTrouble } from './failure.ts';
import { type HiddenKey, hideKey } from './hide-key.ts';
import { type AcpHome, type AcpSessionMemory, isSession, newSession, openAcpHome } from './home.ts';
import { programOf } from './installed.ts';
import { startAgent } from './process.ts';

export interface AcpOptions {
  readonly agent: AcpAgent;
  /** The endpoint of the model; the agent's own when it is not said. */
  readonly baseUrl?: string | undefined;
  /** How often the agent itself tries again, where it can be told. */
  readonly retries: number;
  readonly turns?: number | undefined;
  readonly effort?: string | undefined;
  /** What the program may inherit from, by the allow-list, and where the key or the login is. */
  readonly environment?: NodeJS.ProcessEnv;
  /** How long it may take to answer before it is at work. */
  readonly patienceMs?: number;
}

export const acpProvider = (options: AcpOptions): Provider => ({
  id: 'acp',
  async *run(request, signal) {
    const source = options.environment ?? process.env;
    const credential = credentialIn(options.agent, source);
    const kept = await hideKey(options.agent, credential, options.baseUrl, source);
    try {
      const result = yield* goOn({ request, signal, options, source, credential, kept });
      yield { type: 'result', result };
    } finally {
      kept?.gateway.close();
    }
  },
});

interface Call {
  readonly request: AgentRequest;
  readonly signal: AbortSignal;
  readonly options: AcpOptions;
  readonly source: NodeJS.ProcessEnv;
  readonly credential: Credential;
  readonly kept: HiddenKey | undefined;
}

/** Goes on with the conversation that was asked for, or begins one. One that is lost has cost nothing. */
async function* goOn(call: Call): AsyncGenerator<AgentEvent, AgentResult> {
  const { session: earlier, recap } = call.request;
  if (earlier === undefined) return yield* inSession(call, newSession(), {});
  const result = yield* inSession(call, earlier, { resumed: 'yes' });
  if (result.outcome !== 'session_lost') return result;
  return yield* inSession(call, newSession(), { resumed: 'no' }, recap);
}

/** The session is in the journal before the program is started: whoever comes after a crash can name it. */
async function* inSession(
  call: Call,
  session: string,
  more: { readonly resumed?: 'yes' | 'no' },
  recap?: string,
): AsyncGenerator<AgentEvent, AgentResult> {
  const { request, credential, options, source } = call;
  const { name } = options.agent;
  const model = [name, request.model].filter((word) => word !== undefined).join(' ');
  yield { type: 'started', params: { provider: 'acp', model, session, ...more } };
  if (!isSession(session)) return lost;
  const home = await openAcpHome(request.runFolder, session, credential, source);
  try {
    const memory = await home.memory();
    if (memory === undefined && more.resumed === 'yes') return lost;
    return yield* converse(call, home, memory, recap);
  } finally {
    await home.leave();
  }
}

async function* converse(
  call: Call,
  home: AcpHome,
  memory: AcpSessionMemory | undefined,
  recap: string | undefined,
): AsyncGenerator<AgentEvent, AgentResult> {
  const { request, signal, options, source, kept } = call;
  const { agent, patienceMs = 60_000 } = options;
  const program = programOf(agent.program, source);
  if (program === undefined) return failed('startup', `there is no program ${agent.program}`);
  if (signal.aborted) return failed('aborted', 'stopped from outside');
  const unwanted = findAutostartPrograms(agent, request.cwd);
  if (unwanted !== undefined) return failed('startup', `${agent.name} would run what is in ${unwanted}`);

  const settings = await settingsFor(call, home);
  await home.put(settings.files ?? {});
  const command = { program, args: [...agent.args, ...(settings.args ?? [])] };
  const env = environmentFor(call, home, settings);
  const own = kept?.gateway.url ?? options.baseUrl; // where the network is closed, that is what it reaches
  const boxed = request.box?.around(command, own === undefined ? {} : { reach: [own] }) ?? command;
  const child = await startAgent(boxed, { cwd: request.cwd, env }).catch(({ message }: Error) => message);
  if (typeof child === 'string') return failed('startup', child);
  const trouble = (): AcpTrouble | undefined => kept?.gateway.trouble();
  return yield* runAcpCall({ agent, settings, request, child, home, memory, recap, patienceMs, trouble }, signal);
}

const failed = (outcome: 'startup' | 'aborted' | 'session_lost', detail: string): AgentResult => ({
  outcome,
  error: { detail },
  spent: noCost,
});
const lost = failed('session_lost', 'nothing of the session is left');

const settingsFor = async ({ request, options, credential, kept }: Call, { home }: AcpHome): Promise<AcpSettings> =>
  options.agent.settings({
    mode: request.mode,
    hasOutput: request.output !== undefined,
    model: request.model,
    baseUrl: kept?.gateway.url ?? options.baseUrl,
    retries: options.retries,
    turns: options.turns,
    effort: options.effort,
    paysBy: credential.is === 'keys' ? 'key' : credential.is,
    home,
    untrusted: await trustFolders(request.cwd),
  });

const environmentFor = (
  { request: { mark, environment: lane }, options: { agent }, credential, source, kept }: Call,
  { home, temporary }: AcpHome,
  { environment }: AcpSettings,
) =>
  acpEnvironment(source, agent, {
    home,
    temporary,
    mark,
    credential,
    told: { ...lane, ...environment, ...kept?.told },
  });
