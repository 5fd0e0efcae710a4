/**
 * Follows one conversation until it ends, or until waiting is pointless, and returns its result.
 *
 *   K1. An error that a retry cannot fix (no access, no credit, prompt too long) ends the call at its first try.
 *   K2. The program retries within its limits. A longer wait ends the call and reports the time.
 *   K3. Usage is reported during the call; an interrupted answer counts as far as its usage is known.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { CallCost } from '@harness/core/budget/usage';
import { parseJson } from '@harness/core/text/json';
import { deniedEvents, pathBelow, usageEvents } from '../call-events.ts';
import type { AgentEvent, AgentRequest, AgentResult } from '../provider.ts';
import type { CodexConversation, CodexStreamEvent } from './conversation.ts';
import { classifyCodexFailure, isFinal, parseReconnect, readFailure } from './failure.ts';
import type { CodexHome } from './home.ts';
import type { Launcher } from './launcher.ts';
import { findAnnouncedWait } from './log.ts';
import type { CodexMeter } from './meter.ts';
import type { SessionLog, SessionLogEntry } from './session-log.ts';
import { type CodexTranscript, emptyCodexTranscript, translateCodexEvent } from './translate.ts';

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
  readonly meter: CodexMeter;
  readonly bounds: CodexCallLimits;
}

interface CallProgress extends CodexTranscript {
  thread?: string;
  /** The wait before the next try, in ms, as last announced by the program. */
  announcedMs?: number | undefined;
  isPastTurns: boolean;
  loggedBytes: number;
}

export async function* runCodexCall(
  call: CodexCallInput,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, AgentResult> {
  const { talk, meter, home } = call;
  const progress: CallProgress = { ...emptyCodexTranscript(), isPastTurns: false, loggedBytes: 0 };
  const cut = new AbortController();
  try {
    yield* followEvents(call, progress, AbortSignal.any([signal, cut.signal]), () => cut.abort());
  } finally {
    await talk.end();
  }
  yield* entryEvents(await call.records.read(), call);
  if (progress.total) yield* usageEvents(meter.settle(progress.total));
  if (progress.thread !== undefined) await home.remember({ thread: progress.thread, counted: meter.counted() });
  const log = progress.completed ? '' : await call.launcher.log();
  return resultOf(call, progress, signal.aborted, log);
}

async function* followEvents(
  call: CodexCallInput,
  progress: CallProgress,
  signal: AbortSignal,
  cut: () => void,
): AsyncGenerator<AgentEvent, void> {
  const { talk, records, meter, bounds } = call;
  for await (const event of talk.events(signal)) {
    const isReported = yield* translateEvent(event, call, progress, cut);
    const entries = await records.read();
    yield* entryEvents(entries, call);
    if (!isReported && entries.length === 0) yield* reportActivity(call, progress);
    if (meter.answers() > bounds.turns && !progress.completed) {
      progress.isPastTurns = true;
      cut();
    }
  }
}

/** Yields the events for one event of the stream, and returns whether there were any. */
async function* translateEvent(
  event: CodexStreamEvent,
  call: CodexCallInput,
  progress: CallProgress,
  cut: () => void,
): AsyncGenerator<AgentEvent, boolean> {
  if (event.type === 'silent') return false;
  if (event.type === 'process') {
    yield event;
    return true;
  }
  if (event.type === 'error') {
    yield* handleError(event.message, call, progress, cut);
    return true;
  }
  if (event.type === 'thread.started') {
    progress.thread = event.thread_id;
    await call.home.remember({ thread: event.thread_id, counted: call.meter.counted() });
  }
  const events = translateCodexEvent(event, progress, call.request.cwd);
  yield* events;
  return events.length > 0;
}

/** The log grows with each piece of an answer. */
async function* reportActivity({ launcher }: CodexCallInput, progress: CallProgress): AsyncGenerator<AgentEvent, void> {
  const bytes = await launcher.logged();
  if (bytes > progress.loggedBytes) yield { type: 'alive' };
  progress.loggedBytes = bytes;
}

/** The program retries after an error, so the error is final only if the turn fails too. */
async function* handleError(
  sentence: string,
  { launcher, bounds }: CodexCallInput,
  progress: CallProgress,
  cut: () => void,
): AsyncGenerator<AgentEvent> {
  const reconnect = parseReconnect(sentence);
  if (!reconnect) return;
  const afterMs = await readAnnouncedWait(launcher, reconnect.nth);
  progress.announcedMs = afterMs;
  const isHopeless = isFinal(readFailure(reconnect.why, { announcedMs: afterMs, nowMs: Date.now() }));
  if (isHopeless || reconnect.nth > bounds.retries || (afterMs ?? 0) > bounds.patienceMs) {
    progress.said = reconnect.why;
    cut();
  } else yield { type: 'retry', detail: reconnect.why, afterMs: afterMs ?? 0 };
}

/** The wait is in the log at about the same time as in the stream. */
async function readAnnouncedWait(launcher: Launcher, nth: number): Promise<number | undefined> {
  for (let check = 0; check < 20; check++) {
    const ms = findAnnouncedWait(await launcher.log(), nth);
    if (ms !== undefined) return ms;
    await delay(25);
  }
  return undefined;
}

function* entryEvents(records: readonly SessionLogEntry[], { meter, request }: CodexCallInput): Generator<AgentEvent> {
  for (const record of records) {
    if (record.is === 'model') meter.setModel(record.model);
    else if (record.is === 'used') yield* usageEvents(meter.add(record.usage));
    else yield* deniedEvents(record.tool, pathBelow(request.cwd, record.path), 'read-only');
  }
}

function resultOf(
  { request, talk, meter, bounds }: CodexCallInput,
  progress: CallProgress,
  aborted: boolean,
  log: string,
): AgentResult {
  const spent = meter.spent();
  const { text, isPastTurns, begun, completed, said, announcedMs } = progress;
  if (isPastTurns && !aborted)
    return { outcome: 'turn_limit', error: { detail: `not done after ${bounds.turns} answers of the model` }, spent };
  const ended = { aborted, begun, completed, said, announcedMs, thrown: talk.thrown(), log };
  const failed = classifyCodexFailure({ ...ended, nowMs: Date.now() });
  if (failed) return { ...failed, spent };
  return request.schema === undefined ? { outcome: 'ok', text, spent } : parseStructured(text, spent);
}

/** The schema is only requested; the program does not enforce it. */
function parseStructured(text: string, spent: CallCost): AgentResult {
  const json = parseJson(text);
  if (json !== undefined) return { outcome: 'ok', text, json, spent };
  return { outcome: 'schema', error: { detail: 'the answer does not have the required form' }, spent };
}
