/**
 * Implements the provider `claude`: starts the program of the Claude Agent SDK for each call, in the role's mode.
 *
 * Of the target repository only its files have an effect: settings, hooks, servers and key helpers are not loaded.
 */

import { randomUUID } from 'node:crypto';
import type { EffortLevel, Options } from '@anthropic-ai/claude-agent-sdk';
import { claude } from '@harness/core/providers/claude';
import { modelOf } from '@harness/core/providers/model-tier';
import { callFailure } from '../call-failure.ts';
import { type Gateway, type GatewayError, openGateway } from '../key-gateway.ts';
import type { AgentEvent, AgentRequest, AgentResult, Provider, ProviderOptions } from '../provider.ts';
import { boxAround, runResumable } from '../provider-session.ts';
import { resumePrompt } from '../resume-prompt.ts';
import { type Content, messageContent } from './content.ts';
import { type ClaudeConversation, openClaudeConversation } from './conversation.ts';
import { type ClaudeCredential, findClaudeCredential, keyHeaders } from './credential.ts';
import { claudeEnvironment } from './environment.ts';
import { type ClaudeEnding, classifyClaudeFailure } from './failure.ts';
import { type ClaudeHome, openClaudeHome } from './home.ts';
import { whitelistFor } from './mode.ts';
import { type ClaudeTranscript, emptyClaudeTranscript, translateClaudeMessage } from './translate.ts';

export interface ClaudeOptions extends ProviderOptions<EffortLevel | 'minimal'> {
  /** The program to run; default: the package's. */
  readonly program?: string | undefined;
}

const ownEndpoint = 'https://api.anthropic.com';

export const claudeProvider = (options: ClaudeOptions): Provider => ({
  id: 'claude',
  async *run(request, signal) {
    const credential = findClaudeCredential(options.environment ?? process.env);
    const home = await openClaudeHome(request.runFolder, credential);
    const gateway = await gatewayFor(credential, options);
    try {
      const result = yield* runCall({ request, signal, credential, home, gateway, options });
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
  readonly credential: ClaudeCredential;
  readonly home: ClaudeHome;
  readonly gateway: Gateway | undefined;
  readonly options: ClaudeOptions;
}

/** A login connects directly to its endpoint, because the program renews it. */
async function gatewayFor(credential: ClaudeCredential, { baseUrl = ownEndpoint }: ClaudeOptions) {
  if (credential.is !== 'key') return undefined;
  return openGateway(baseUrl, { ...keyHeaders[credential.name], value: credential.value });
}

const runCall = (call: Call): AsyncGenerator<AgentEvent, AgentResult> =>
  runResumable(call.request, (request, earlier, note) =>
    converse({ ...call, request }, earlier === undefined ? { sessionId: randomUUID() } : { resume: earlier }, note),
  );

type Session = { readonly sessionId: string } | { readonly resume: string };

/** The session is noted before the program starts, so that it can be resumed after a crash. */
async function* converse(
  call: Call,
  session: Session,
  more: { readonly resumed?: 'yes' | 'no' },
): AsyncGenerator<AgentEvent, AgentResult> {
  const { request, signal } = call;
  const id = 'resume' in session ? session.resume : session.sessionId;
  yield { type: 'started', params: { provider: 'claude', model: request.model ?? '', session: id, ...more } };
  const transcript = emptyClaudeTranscript();
  const boxed = boxAround(request.box, call.gateway?.url ?? call.options.baseUrl);
  const conversation = await openClaudeConversation({ ...sdkOptions(call), ...session }, boxed, signal).catch(
    startupFailure,
  );
  if (!('ask' in conversation)) return { ...conversation, spent: transcript.meter.spent() };
  try {
    if (conversation.process) yield { type: 'process', ...conversation.process };
    for await (const message of conversation.ask(contentFor(call, session))) {
      const events = translateClaudeMessage(message, transcript, request.cwd);
      if (events.length === 0) yield { type: 'alive' }; // a long answer, or a command that is still running
      yield* events;
    }
  } finally {
    await conversation.end();
  }
  return resultOf(call, transcript, conversation);
}

/**
 * The API allows four cache breakpoints, and the program sets three: the fourth is in the first message of a session.
 * With a login the program may cache its parts longer than ours, and the API refuses a shorter one before a longer one.
 */
function contentFor({ request, gateway }: Call, session: Session): Content {
  if ('resume' in session) return resumePrompt(request);
  return gateway ? messageContent(request) : request.prompt;
}

/** The package or its program was removed after the run started. */
const startupFailure = ({ message }: Error) => callFailure('startup', message);

function sdkOptions({ request, credential, home, gateway, options }: Call): Options {
  const { tools, allowed, denied } = whitelistFor(request);
  const key =
    credential.is === 'key' ? { name: credential.name, value: gateway?.token ?? credential.value } : undefined;
  const launch = {
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
    settingSources: [], // otherwise hooks, servers and key helpers of the repository would run
    strictMcpConfig: true,
    includePartialMessages: true, // reports usage while it streams
    env: claudeEnvironment(options.environment ?? process.env, launch),
    ...(request.model === undefined ? {} : { model: modelOf(claude.tiers, request.model) }),
    ...(options.effort === undefined ? {} : { effort: options.effort === 'minimal' ? 'low' : options.effort }),
    ...(request.schema === undefined ? {} : { outputFormat: { type: 'json_schema', schema: request.schema } }),
    ...(options.turns === undefined ? {} : { maxTurns: options.turns }),
    ...(options.program === undefined ? {} : { pathToClaudeCodeExecutable: options.program }),
  };
}

function resultOf(
  { request, signal, gateway }: Call,
  transcript: ClaudeTranscript,
  conversation: ClaudeConversation,
): AgentResult {
  const spent = transcript.meter.spent();
  const ending: ClaudeEnding = {
    aborted: signal.aborted,
    begun: transcript.begun,
    result: transcript.result,
    apiError: transcript.apiError,
    trouble: troubleOf(gateway, transcript),
    thrown: conversation.thrown(),
    exit: conversation.exit(),
    stderr: conversation.stderr(),
  };
  const failed = classifyClaudeFailure(ending);
  if (failed) return { ...failed, spent };
  const text = transcript.result?.text ?? '';
  if (request.schema === undefined) return { outcome: 'ok', text, spent };
  if (transcript.structured === undefined)
    return { outcome: 'schema', error: { detail: 'the answer does not have the required form' }, spent };
  return { outcome: 'ok', text, json: transcript.structured, spent };
}

function troubleOf(gateway: Gateway | undefined, { resetsAtMs }: ClaudeTranscript): GatewayError | undefined {
  if (resetsAtMs !== undefined) return { status: 429, retryAfterMs: Math.max(0, resetsAtMs - Date.now()) };
  return gateway?.trouble();
}
