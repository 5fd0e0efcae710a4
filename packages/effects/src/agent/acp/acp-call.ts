/**
 * One call from the greeting to the last word, and how it ended.
 *
 *   K1. The agent does nothing before its process was told of.
 *   K2. Who is stopped is first asked to, and may say what it used; then its process is ended.
 *   K3. An agent that takes a refusal for the end of its work is told to go on without, a few times.
 */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { AgentEvent, AgentRequest, AgentResult } from '../provider.ts';
import type { AcpAgent, AcpSettings } from './agent.ts';
import { openChannel } from './channel.ts';
import { type AcpConversation, openConversation } from './conversation.ts';
import { type AcpEnding, type AcpTrouble, classifyAcpFailure, type RpcError } from './failure.ts';
import type { AcpHome, AcpSessionMemory } from './home.ts';
import { openMeter } from './meter.ts';
import type { AgentProcess, Exit } from './process.ts';
import { goOn, promptFor } from './prompt.ts';
import { openAcpSession, SessionLostError } from './session.ts';
import { type AcpTranscript, nothingHeard, spendingEvents, takeUnreportedText } from './translate.ts';
import { parseStop } from './wire.ts';

/** After it was asked to stop it has this long to say what it used. */
const cancelMs = 700;
/** What it says is told at the latest after this long. */
const pieceMs = 500;
/** Its output may end a moment before it does. */
const lastWordsMs = 200;
const mostRefusals = 3;

export interface AcpCallInput {
  readonly agent: AcpAgent;
  readonly settings: AcpSettings;
  readonly request: AgentRequest;
  readonly child: AgentProcess;
  readonly home: AcpHome;
  readonly memory: AcpSessionMemory | undefined;
  readonly recap: string | undefined;
  readonly patienceMs: number;
  trouble(): AcpTrouble | undefined;
}

/** What is known of the end while it is not there yet. */
interface Course {
  session: string | undefined;
  isAsked: boolean;
  stop: string | undefined;
  error: RpcError | undefined;
  lost: string | undefined;
  isLost: boolean;
  /** How its process ended by itself. */
  exit: Exit | undefined;
}

export async function* runAcpCall(
  speaking: AcpCallInput,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, AgentResult> {
  const { request, child, memory } = speaking;
  const heard = nothingHeard(openMeter(memory?.costUsd ?? 0));
  const course: Course = {
    session: undefined,
    isAsked: false,
    stop: undefined,
    error: undefined,
    lost: undefined,
    isLost: false,
    exit: undefined,
  };
  const channel = openChannel<AgentEvent>();
  const pieces = setInterval(() => channel.push(takeUnreportedText(heard)), pieceMs);
  let stop: () => void = () => undefined;
  try {
    yield { type: 'process', ...child.identity };
    const talk = await openConversation(child, { bounds: request, heard, tell: channel.push });
    stop = stopping(talk, course, child);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const work = converse(speaking, talk, course, heard, channel.push).then(child.end, child.end);
    yield* channel.drain(work);
    return resultOf(speaking, course, heard, signal.aborted, talk.garbage());
  } finally {
    clearInterval(pieces);
    signal.removeEventListener('abort', stop);
    await child.end();
  }
}

/** Asks it to stop when it is at work, and ends it when it does not. */
const stopping = (talk: AcpConversation, course: Course, child: AgentProcess) => () => {
  if (!course.isAsked) return void child.end();
  const kill = () => void child.end();
  talk.notify('session/cancel', { sessionId: course.session }).catch(kill); // it has ended meanwhile
  setTimeout(kill, cancelMs).unref();
};

/** Never throws: why it could not go on is in its course. */
async function converse(
  speaking: AcpCallInput,
  talk: AcpConversation,
  course: Course,
  heard: AcpTranscript,
  tell: (events: readonly AgentEvent[]) => void,
): Promise<void> {
  const { agent, settings, request, child, home, memory, recap, patienceMs } = speaking;
  try {
    const { cwd, mode, model } = request;
    const earlier = memory?.session;
    const session = await openAcpSession(talk, { agent, settings, cwd, mode, model, earlier, patienceMs });
    course.session = session;
    await home.remember({ session, costUsd: memory?.costUsd ?? 0 });
    talk.listen();
    await ask(talk, course, heard, promptFor(request, recap), tell);
  } catch (error) {
    course.isLost = error instanceof SessionLostError;
    if (isRpcError(error)) course.error = error;
    else course.lost = error instanceof Error ? error.message : String(error);
  }
  if (course.lost !== undefined) await Promise.race([child.exited, delay(lastWordsMs)]);
  course.exit = child.exit();
  tell(takeUnreportedText(heard));
  if (course.session !== undefined) await home.remember({ session: course.session, costUsd: heard.meter.toldUsd() });
}

async function ask(
  talk: AcpConversation,
  course: Course,
  heard: AcpTranscript,
  words: string,
  tell: (events: readonly AgentEvent[]) => void,
  refusalsLeft = mostRefusals,
): Promise<void> {
  heard.denials = 0;
  course.isAsked = true;
  const prompt = [{ type: 'text', text: words }];
  const stopped = parseStop(await talk.ask('session/prompt', { sessionId: course.session, prompt }));
  await nextTurn(); // what it said last is still being heard
  course.isAsked = false;
  course.stop = stopped?.stopReason ?? 'without a reason';
  tell([...takeUnreportedText(heard), ...(stopped ? spendingEvents(heard.meter.turn(stopped)) : [])]);
  const hasGivenUp = course.stop === 'cancelled' || (course.stop === 'end_turn' && heard.saying.trim() === '');
  if (heard.denials > 0 && hasGivenUp && refusalsLeft > 0) await ask(talk, course, heard, goOn, tell, refusalsLeft - 1);
}

const isRpcError = (error: unknown): error is Error & RpcError =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'number';

function resultOf(
  { child, request, trouble }: AcpCallInput,
  { session, stop, error, lost, isLost, exit }: Course,
  heard: AcpTranscript,
  aborted: boolean,
  garbage: string,
): AgentResult {
  const spent = heard.meter.spent();
  const text = heard.answer.trim();
  if (isLost && !aborted) return { outcome: 'session_lost', error: { detail: lost ?? '' }, spent };
  const ending: AcpEnding = {
    aborted,
    begun: session !== undefined,
    stop: error || lost !== undefined ? undefined : stop,
    error,
    lost,
    broken: heard.isBroken ? text : undefined,
    trouble: trouble(),
    exit,
    stderr: child.stderr(),
    garbage,
  };
  const failed = classifyAcpFailure(ending);
  if (failed) return { ...failed, spent };
  const json = request.schema === undefined ? undefined : documentIn(text);
  return { outcome: 'ok', text, ...(json === undefined ? {} : { json }), spent };
}

/** Words around a document are the reader's to take away; half of one is none. */
function documentIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
