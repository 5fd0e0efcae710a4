/**
 * Listens to one conversation until it has ended, or is not worth waiting for any longer, and says how it ended.
 *
 *   K1. What cannot become otherwise by trying again (no access, no money, too long) ends the call at its first try.
 *   K2. The program waits by itself as often and as long as it may. A longer wait ends the call, with its time.
 *   K3. What was used is told while it goes on, and what was cut off counts as far as it is known.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CallCost } from '@harness/core/budget/usage';
import type { AgentEvent, AgentRequest, AgentResult } from '../provider.ts';
import type { CodexConversation, CodexStreamEvent } from './conversation.ts';
import { classifyCodexFailure, isFinal, readFailure, reconnectIn } from './failure.ts';
import type { CodexHome } from './home.ts';
import type { Launcher } from './launcher.ts';
import { announcedIn } from './log.ts';
import type { Meter } from './meter.ts';
import type { SessionLog, SessionLogEntry } from './session-log.ts';
import { type CodexTranscript, deniedPathEvents, nothingHeard, translateCodexEvent } from './translate.ts';

export interface CodexCallLimits {
  readonly retries: number;
  readonly patienceMs: number;
  readonly turns: number;
}

export interface CodexCallInput {
  readonly request: AgentRequest;
  readonly home: CodexHome;
  readonly talk: CodexConversation;
  readonly launcher: Launcher;
  readonly records: SessionLog;
  readonly meter: Meter;
  readonly bounds: CodexCallLimits;
}

/** What is known of the end while it is not there yet. */
interface Course extends CodexTranscript {
  thread: string | undefined;
  /** When a further try may be made, as it was announced last. */
  announcedMs: number | undefined;
  isPastTurns: boolean;
  /** How much was in the log when it was last looked at. */
  loggedBytes: number;
}

export async function* runCodexCall(
  listening: CodexCallInput,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, AgentResult> {
  const { talk, meter, home } = listening;
  const course: Course = {
    ...nothingHeard(),
    thread: undefined,
    announcedMs: undefined,
    isPastTurns: false,
    loggedBytes: 0,
  };
  const cut = new AbortController();
  try {
    yield* follow(listening, course, AbortSignal.any([signal, cut.signal]), () => cut.abort());
  } finally {
    await talk.end();
  }
  yield* news(await listening.records.read(), listening);
  if (course.total) yield* told(meter.settle(course.total));
  if (course.thread !== undefined) await home.remember({ thread: course.thread, counted: meter.counted() });
  const log = course.completed ? '' : await listening.launcher.log();
  return resultOf(listening, course, signal.aborted, log);
}

async function* follow(
  listening: CodexCallInput,
  course: Course,
  signal: AbortSignal,
  cut: () => void,
): AsyncGenerator<AgentEvent, void> {
  const { talk, records, meter, bounds } = listening;
  for await (const event of talk.events(signal)) {
    const isNews = yield* tell(event, listening, course, cut);
    const written = await records.read();
    yield* news(written, listening);
    if (!isNews && written.length === 0) yield* signOfLife(listening, course);
    if (meter.answers() > bounds.turns && !course.completed) {
      course.isPastTurns = true;
      cut();
    }
  }
}

/** Whether there was anything to tell. */
async function* tell(
  event: CodexStreamEvent,
  listening: CodexCallInput,
  course: Course,
  cut: () => void,
): AsyncGenerator<AgentEvent, boolean> {
  if (event.type === 'silent') return false;
  if (event.type === 'process') {
    yield event;
    return true;
  }
  if (event.type === 'error') {
    yield* trouble(event.message, listening, course, cut);
    return true;
  }
  if (event.type === 'thread.started') {
    course.thread = event.thread_id;
    await listening.home.remember({ thread: event.thread_id, counted: listening.meter.counted() });
  }
  const told = translateCodexEvent(event, course, listening.request.cwd);
  yield* told;
  return told.length > 0;
}

/** The log grows while an answer comes, piece by piece. */
async function* signOfLife({ launcher }: CodexCallInput, course: Course): AsyncGenerator<AgentEvent, void> {
  const bytes = await launcher.logged();
  if (bytes > course.loggedBytes) yield { type: 'alive' };
  course.loggedBytes = bytes;
}

/** An error is an end only when the turn says so too; until then the program goes on trying. */
async function* trouble(
  sentence: string,
  { launcher, bounds }: CodexCallInput,
  course: Course,
  cut: () => void,
): AsyncGenerator<AgentEvent> {
  const again = reconnectIn(sentence);
  if (!again) return;
  const afterMs = await announced(launcher, again.nth);
  course.announcedMs = afterMs;
  const isHopeless = isFinal(readFailure(again.why, { announcedMs: afterMs, nowMs: Date.now() }));
  if (isHopeless || again.nth > bounds.retries || (afterMs ?? 0) > bounds.patienceMs) {
    course.said = again.why;
    cut();
  } else yield { type: 'retry', detail: again.why, afterMs: afterMs ?? 0 };
}

/** It stands in the log at about the same time as in the stream. */
async function announced(launcher: Launcher, nth: number): Promise<number | undefined> {
  for (let look = 0; look < 20; look++) {
    const ms = announcedIn(await launcher.log(), nth);
    if (ms !== undefined) return ms;
    await delay(25);
  }
  return undefined;
}

function* news(records: readonly SessionLogEntry[], { meter, request }: CodexCallInput): Generator<AgentEvent> {
  for (const record of records) {
    if (record.is === 'model') meter.setModel(record.model);
    else if (record.is === 'used') yield* told(meter.add(record.usage));
    else yield* deniedPathEvents(record.tool, record.path, request.cwd);
  }
}

function* told({ usage, costUsd }: CallCost): Generator<AgentEvent> {
  const isNothing = Object.values(usage).every((amount) => amount === 0);
  if (!isNothing) yield { type: 'usage', usage, costUsd };
}

function resultOf(
  { request, talk, meter, bounds }: CodexCallInput,
  course: Course,
  aborted: boolean,
  log: string,
): AgentResult {
  const spent = meter.spent();
  const { text, isPastTurns, begun, completed, said, announcedMs } = course;
  if (isPastTurns && !aborted)
    return { outcome: 'turn_limit', error: { detail: `not done after ${bounds.turns} answers of the model` }, spent };
  const ended = { aborted, begun, completed, said, announcedMs, thrown: talk.thrown(), log };
  const failed = classifyCodexFailure({ ...ended, nowMs: Date.now() });
  if (failed) return { ...failed, spent };
  return request.schema === undefined ? { outcome: 'ok', text, spent } : structured(text, spent);
}

/** The form is asked for and not seen to by anybody: what came may be anything. */
function structured(text: string, spent: CallCost): AgentResult {
  try {
    return { outcome: 'ok', text, json: JSON.parse(text) as unknown, spent };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { outcome: 'schema', error: { detail: 'it answered without the form that was asked for' }, spent };
  }
}
