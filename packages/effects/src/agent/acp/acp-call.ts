/**
 * Runs one call, from the handshake to the result.
 *
 *   K1. The agent does nothing before its process is reported.
 *   K2. To stop an agent, the harness first cancels the turn, so that the agent can report its usage, and then ends its
 *       process.
 *   K3. If the agent ends its turn because of a refusal, the harness asks it to continue, at most three times.
 */

import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { parseJson } from '@harness/core/text/json';
import { usageEvents } from '../call-events.ts';
import type { GatewayError } from '../key-gateway.ts';
import type { AgentEvent, AgentRequest, AgentResult } from '../provider.ts';
import type { AcpAgent, AcpSettings } from './agent.ts';
import { openChannel } from './channel.ts';
import { type AcpConversation, openAcpConversation } from './conversation.ts';
import { type AcpEnding, classifyAcpFailure, type RpcError } from './failure.ts';
import type { AcpHome, AcpSessionMemory } from './home.ts';
import { createAcpMeter } from './meter.ts';
import type { AgentProcess, Exit } from './process.ts';
import { openAcpSession, SessionLostError } from './session.ts';
import { type AcpTranscript, emptyAcpTranscript, takeUnreportedText } from './translate.ts';
import { parseStop } from './wire.ts';

/** Time to report its usage after a cancel. */
const cancelMs = 700;
/** Text is reported at least this often. */
const pieceMs = 500;
/** Its output may end a moment before its process. */
const lastWordsMs = 200;
const mostRefusals = 3;

export interface AcpCallInput {
  readonly agent: AcpAgent;
  readonly settings: AcpSettings;
  readonly request: AgentRequest;
  readonly child: AgentProcess;
  readonly home: AcpHome;
  readonly memory: AcpSessionMemory | undefined;
  readonly patienceMs: number;
  trouble(): GatewayError | undefined;
}

interface CallProgress {
  session?: string;
  isAsked: boolean;
  stop?: string;
  error?: RpcError;
  lost?: string;
  isLost: boolean;
  /** How the process ended on its own; `undefined` while it runs. */
  exit?: Exit | undefined;
}

export async function* runAcpCall(call: AcpCallInput, signal: AbortSignal): AsyncGenerator<AgentEvent, AgentResult> {
  const { request, child, memory } = call;
  const transcript = emptyAcpTranscript(createAcpMeter(memory?.costUsd ?? 0));
  const progress: CallProgress = { isAsked: false, isLost: false };
  const channel = openChannel<AgentEvent>();
  const textTimer = setInterval(() => channel.push(takeUnreportedText(transcript)), pieceMs);
  let stop: () => void = () => undefined;
  try {
    yield { type: 'process', ...child.identity };
    const conversation = await openAcpConversation(child, { bounds: request, heard: transcript, tell: channel.push });
    stop = createStop(conversation, progress, child);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const work = converse(call, conversation, progress, transcript, channel.push).then(child.end, child.end);
    yield* channel.drain(work);
    return resultOf(call, progress, transcript, signal.aborted, conversation.garbage());
  } finally {
    clearInterval(textTimer);
    signal.removeEventListener('abort', stop);
    await child.end();
  }
}

/** Cancels the turn if the agent is working, and ends its process if that does not help. */
const createStop = (conversation: AcpConversation, progress: CallProgress, child: AgentProcess) => () => {
  if (!progress.isAsked) return void child.end();
  const kill = () => void child.end();
  conversation.notify('session/cancel', { sessionId: progress.session }).catch(kill); // the agent has already ended
  setTimeout(kill, cancelMs).unref();
};

/** Never throws: errors are recorded in `progress`. */
async function converse(
  call: AcpCallInput,
  conversation: AcpConversation,
  progress: CallProgress,
  transcript: AcpTranscript,
  report: (events: readonly AgentEvent[]) => void,
): Promise<void> {
  const { agent, settings, request, child, home, memory, patienceMs } = call;
  try {
    const { cwd, mode, model } = request;
    const earlier = memory?.session;
    const session = await openAcpSession(conversation, { agent, settings, cwd, mode, model, earlier, patienceMs });
    progress.session = session;
    await home.remember({ session, costUsd: memory?.costUsd ?? 0 });
    conversation.listen();
    await sendPrompt(conversation, progress, transcript, promptFor(request), report);
  } catch (error) {
    progress.isLost = error instanceof SessionLostError;
    if (isRpcError(error)) progress.error = error;
    else progress.lost = error instanceof Error ? error.message : String(error);
  }
  if (progress.lost !== undefined) await Promise.race([child.exited, delay(lastWordsMs)]);
  progress.exit = child.exit();
  report(takeUnreportedText(transcript));
  if (progress.session !== undefined)
    await home.remember({ session: progress.session, costUsd: transcript.meter.toldUsd() });
}

async function sendPrompt(
  conversation: AcpConversation,
  progress: CallProgress,
  transcript: AcpTranscript,
  text: string,
  report: (events: readonly AgentEvent[]) => void,
  refusalsLeft = mostRefusals,
): Promise<void> {
  transcript.denials = 0;
  progress.isAsked = true;
  const prompt = [{ type: 'text', text: text }];
  const stopped = parseStop(await conversation.ask('session/prompt', { sessionId: progress.session, prompt }));
  await nextTurn(); // the last updates are still being handled
  progress.isAsked = false;
  progress.stop = stopped?.stopReason ?? 'without a reason';
  report([...takeUnreportedText(transcript), ...(stopped ? usageEvents(transcript.meter.turn(stopped)) : [])]);
  const hasGivenUp = progress.stop === 'cancelled' || (progress.stop === 'end_turn' && transcript.saying.trim() === '');
  if (transcript.denials > 0 && hasGivenUp && refusalsLeft > 0)
    await sendPrompt(conversation, progress, transcript, continuePrompt, report, refusalsLeft - 1);
}

const isRpcError = (error: unknown): error is Error & RpcError =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'number';

function resultOf(
  { child, request, trouble }: AcpCallInput,
  { session, stop, error, lost, isLost, exit }: CallProgress,
  transcript: AcpTranscript,
  aborted: boolean,
  garbage: string,
): AgentResult {
  const spent = transcript.meter.spent();
  const text = transcript.answer.trim();
  if (isLost && !aborted) return { outcome: 'session_lost', error: { detail: lost ?? '' }, spent };
  const ending: AcpEnding = {
    aborted,
    begun: session !== undefined,
    stop: error || lost !== undefined ? undefined : stop,
    error,
    lost,
    broken: transcript.isBroken ? text : undefined,
    trouble: trouble(),
    exit,
    stderr: child.stderr(),
    garbage,
  };
  const failed = classifyAcpFailure(ending);
  if (failed) return { ...failed, spent };
  // Prose around the JSON is left to the role's reader, and an incomplete document is ignored.
  const json = request.schema === undefined ? undefined : parseJson(text);
  return { outcome: 'ok', text, ...(json === undefined ? {} : { json }), spent };
}

/** The protocol has no system prompt, so the role's instructions come first; they are the same in all its calls. */
function promptFor({ stable, prompt, schema }: AgentRequest): string {
  const parts = [stable, prompt, schema && schemaText(schema)];
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

const schemaText = (schema: Readonly<Record<string, unknown>>) =>
  ['Answer with one JSON document that matches this schema, and nothing else:', JSON.stringify(schema)].join('\n');

const continuePrompt =
  'That was refused: this role may not do it, and no person can allow it. Continue without it, and answer as instructed.';
