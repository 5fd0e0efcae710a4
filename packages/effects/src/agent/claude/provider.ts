/**
 * The Claude Agent SDK behind the door: its program is started for every call, in the role's mode, and ends with it.
 *
 * Nothing of the target repository but its files has effect: its settings, hooks, servers and key helpers are not loaded.
 */
import { randomUUID } from 'node:crypto';
import type { EffortLevel, Options } from '@anthropic-ai/claude-agent-sdk';
import { claude } from '@harness/core/providers/claude';
import { modelOf } from '@harness/core/providers/model-tier';
import type { BoxedCommand } from '../../sandbox/box.ts';
import { type Gateway, type GatewayTrouble, openGateway } from '../key-gateway.ts';
import type { AgentEvent, AgentRequest, AgentResult, Provider } from '../provider.ts';
import { restartPrompt, resumePrompt } from '../resume-prompt.ts';
import { type Content, contentOf } from './content.ts';
import { type ClaudeConversation, openConversation } from './conversation.ts';
import { type Credential, credentialIn, travelOf } from './credential.ts';
import { claudeEnvironment } from './environment.ts';
import { type ClaudeEnding, type ClaudeFailure, classifyClaudeFailure } from './failure.ts';
import { type ClaudeHome, openClaudeHome } from './home.ts';
import { whitelistFor } from './mode.ts';
import { type ClaudeTranscript, nothingHeard, translateClaudeMessage } from './translate.ts';

export interface ClaudeOptions {
  /** The root of the endpoint; the provider's own when it is not said. */
  readonly baseUrl?: string | undefined;
  /** How often the program itself tries again. */
  readonly retries: number;
  readonly turns?: number | undefined;
  readonly effort?: Effort | undefined;
  /** What the program may inherit from, by the allow-list, and where the key is. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Another program than the package's own. */
  readonly program?: string;
}

/** How hard the model thinks, in the words of the configuration. */
type Effort = EffortLevel | 'minimal';

const ownEndpoint = 'https://api.anthropic.com';

export const claudeProvider = (options: ClaudeOptions): Provider => ({
  id: 'claude',
  async *run(request, signal) {
    const credential = credentialIn(options.environment ?? process.env);
    const home = await openClaudeHome(request.runFolder, credential);
    const gateway = await gatewayFor(credential, options);
    try {
      const result = yield* goOn({ request, signal, credential, home, gateway, options });
      yield { type: 'result', result };
    } finally {
      gateway?.close();
      await home.leave();
    }
  },
});

interface Call {
  readonly request: AgentRequest;
  readonly signal: AbortSignal;
  readonly credential: Credential;
  readonly home: ClaudeHome;
  readonly gateway: Gateway | undefined;
  readonly options: ClaudeOptions;
}

/** A login goes straight to its endpoint: the program renews it by itself. */
async function gatewayFor(credential: Credential, { baseUrl = ownEndpoint }: ClaudeOptions) {
  if (credential.is !== 'key') return undefined;
  return openGateway(baseUrl, { ...travelOf[credential.name], value: credential.value });
}

/** Goes on with the conversation that was asked for, or begins one. One that is lost has cost nothing. */
async function* goOn(call: Call): AsyncGenerator<AgentEvent, AgentResult> {
  const { session: earlier } = call.request;
  if (earlier === undefined) return yield* converse(call, { sessionId: randomUUID() }, {});
  const result = yield* converse(call, { resume: earlier }, { resumed: 'yes' });
  if (result.outcome !== 'session_lost') return result;
  return yield* converse(
    { ...call, request: restartPrompt(call.request) },
    { sessionId: randomUUID() },
    { resumed: 'no' },
  );
}

type Session = { readonly sessionId: string } | { readonly resume: string };

/** The session is in the journal before the program is started: whoever comes after a crash can name it. */
async function* converse(
  call: Call,
  session: Session,
  more: { readonly resumed?: 'yes' | 'no' },
): AsyncGenerator<AgentEvent, AgentResult> {
  const { request, signal } = call;
  const id = 'resume' in session ? session.resume : session.sessionId;
  yield { type: 'started', params: { provider: 'claude', model: request.model ?? '', session: id, ...more } };
  const heard = nothingHeard();
  const talk = await openConversation({ ...sdkOptions(call), ...session }, boxing(call), signal).catch(unopened);
  if (!('ask' in talk)) return { ...talk, spent: heard.meter.spent() };
  try {
    if (talk.process) yield { type: 'process', ...talk.process };
    for await (const message of talk.ask(asked(call, session))) {
      const events = translateClaudeMessage(message, heard, request.cwd);
      if (events.length === 0) yield { type: 'alive' }; // a long answer, or a command that is still running
      yield* events;
    }
  } finally {
    await talk.end();
  }
  return resultOf(call, heard, talk);
}

/** Where the network is closed, the program reaches the gateway; with a login, whatever models are known by. */
function boxing({ request: { box }, gateway, options: { baseUrl } }: Call) {
  const own = gateway?.url ?? baseUrl;
  return (command: BoxedCommand) => box?.around(command, own === undefined ? {} : { reach: [own] }) ?? command;
}

/**
 * The API takes four breakpoints, and the program sets three: one more is ours, in the message that begins a conversation.
 * With a login the program may keep its parts longer than ours, and a shorter one before a longer one is refused.
 */
function asked({ request, gateway }: Call, session: Session): Content {
  if ('resume' in session) return resumePrompt(request);
  return gateway ? contentOf(request) : request.prompt;
}

/** The package, or the program that belongs to it, is gone: an agent that was installed when the run began. */
const unopened = ({ message }: Error): ClaudeFailure => ({ outcome: 'startup', error: { detail: message } });

function sdkOptions({ request, credential, home, gateway, options }: Call): Options {
  const { tools, allowed, denied } = whitelistFor(request);
  const key =
    credential.is === 'key' ? { name: credential.name, value: gateway?.token ?? credential.value } : undefined;
  const told = {
    ...home,
    mark: request.mark,
    lane: request.environment,
    retries: options.retries,
    key,
    baseUrl: gateway?.url ?? options.baseUrl,
  };
  return {
    cwd: request.cwd,
    systemPrompt: request.stable,
    tools: [...tools],
    allowedTools: [...allowed],
    disallowedTools: [...denied],
    permissionMode: 'dontAsk',
    settingSources: [], // else hooks, servers and key helpers of the repository would run
    strictMcpConfig: true,
    includePartialMessages: true, // what is used is known while it streams
    env: claudeEnvironment(options.environment ?? process.env, told),
    ...(request.model === undefined ? {} : { model: modelOf(claude.tiers, request.model) }),
    ...(options.effort === undefined ? {} : { effort: options.effort === 'minimal' ? 'low' : options.effort }),
    ...(request.schema === undefined ? {} : { outputFormat: { type: 'json_schema', schema: request.schema } }),
    ...(options.turns === undefined ? {} : { maxTurns: options.turns }),
    ...(options.program === undefined ? {} : { pathToClaudeCodeExecutable: options.program }),
  };
}

function resultOf({ request, signal, gateway }: Call, heard: ClaudeTranscript, talk: ClaudeConversation): AgentResult {
  const spent = heard.meter.spent();
  const ending: ClaudeEnding = {
    aborted: signal.aborted,
    begun: heard.begun,
    result: heard.result,
    apiError: heard.apiError,
    trouble: troubleOf(gateway, heard),
    thrown: talk.thrown(),
    exit: talk.exit(),
    stderr: talk.stderr(),
  };
  const failed = classifyClaudeFailure(ending);
  if (failed) return { ...failed, spent };
  const text = heard.result?.text ?? '';
  if (request.schema === undefined) return { outcome: 'ok', text, spent };
  if (heard.structured === undefined)
    return { outcome: 'schema', error: { detail: 'it answered without the form that was asked for' }, spent };
  return { outcome: 'ok', text, json: heard.structured, spent };
}

function troubleOf(gateway: Gateway | undefined, { resetsAtMs }: ClaudeTranscript): GatewayTrouble | undefined {
  if (resetsAtMs !== undefined) return { status: 429, retryAfterMs: Math.max(0, resetsAtMs - Date.now()) };
  return gateway?.trouble();
}
