/**
 * Classifies the failure of a call.
 *
 * The program reports it as a sentence for people and always exits with code 1, so one table matches the sentence, top
 * to bottom. An unmatched sentence is `unknown`: repeated once, never a success.
 */

import type { AgentFailureKind } from '@harness/core/effects/agent';
import { type CallFailure, callFailure, kindOfStatus } from '../call-failure.ts';
import { findLastMessage } from './log.ts';

export interface CodexEnding {
  readonly aborted: boolean;
  /** The program reported the start of a turn. */
  readonly begun: boolean;
  readonly completed: boolean;
  /** Reason of the failed turn, or the last error before the call was ended; `undefined` if none. */
  readonly said: string | undefined;
  /** The wait before the next try, in ms, as last announced by the program. */
  readonly announcedMs: number | undefined;
  readonly nowMs: number;
  /** Message of the SDK's exception: it always throws, even after the program has reported its failure. */
  readonly thrown: string | undefined;
  readonly log: string;
}

/** Context that the sentence does not hold. */
export type FailureContext = Pick<CodexEnding, 'announcedMs' | 'nowMs'>;

/** Returns `undefined` if the call succeeded. */
export function classifyCodexFailure(ending: CodexEnding): CallFailure | undefined {
  const { aborted, begun, completed, said, thrown, log } = ending;
  if (aborted) return callFailure('aborted', 'stopped from outside');
  if (said !== undefined) return readFailure(said, ending);
  if (completed) return undefined;
  if (thrown === undefined) return callFailure('unknown', 'the program stopped without a result');
  const detail = findLastMessage(log) ?? thrown;
  const known = readFailure(detail, ending);
  if (known.outcome !== 'unknown') return known;
  return callFailure(begun || /exited with signal/.test(thrown) ? 'crash' : 'startup', detail);
}

export function readFailure(sentence: string, { announcedMs, nowMs }: FailureContext): CallFailure {
  const message = messageIn(sentence);
  const row = rows.find(({ pattern }) => pattern.test(message.text));
  const status = message.status ?? statusIn(message.text);
  const outcome = row?.is ?? (status === undefined ? 'unknown' : kindOfStatus(status));
  // Only after a 429 does the program wait as long as the provider said; otherwise it announces its own backoff.
  const requestedMs = status === 429 ? announcedMs : undefined;
  const retryAfterMs =
    outcome === 'rate_limit' ? (waitIn(message.text) ?? untilIn(message.text, nowMs) ?? requestedMs) : undefined;
  return callFailure(outcome, message.text, { status: status ?? row?.status, retryAfterMs });
}

/** A retry cannot succeed: neither the program nor the harness repeats the call. */
export const isFinal = ({ outcome }: CallFailure): boolean =>
  ['auth', 'billing', 'context', 'bad_request'].includes(outcome);

/** Parses `Reconnecting... 1/2 (why)`: the program is still retrying. */
export function parseReconnect(sentence: string): { readonly nth: number; readonly why: string } | undefined {
  const { nth, why } = /^Reconnecting\.\.\. (?<nth>\d+)\/\d+ \((?<why>.*)\)$/s.exec(sentence)?.groups ?? {};
  return nth === undefined || why === undefined ? undefined : { nth: Number(nth), why };
}

interface Row {
  readonly pattern: RegExp;
  readonly is: AgentFailureKind;
  /** The status that the sentence implies, if only one can cause it. */
  readonly status?: number;
}

/** The first match wins, so narrower rows come first. */
const rows: readonly Row[] = [
  { pattern: /no rollout found|thread .* not found/i, is: 'session_lost' },
  { pattern: /context window|context_length_exceeded|ran out of room|maximum context length/i, is: 'context' },
  { pattern: /quota exceeded|insufficient_quota|exceeded your current quota|billing/i, is: 'billing' },
  { pattern: /usage limit|rate limit|rate_limit/i, is: 'rate_limit', status: 429 },
  { pattern: /high demand|at capacity|overloaded|slow_down/i, is: 'overloaded' },
  { pattern: /missing environment variable|not logged in|log ?in again|refresh token|invalid_api_key/i, is: 'auth' },
  { pattern: /invalid prompt|invalid_prompt/i, is: 'bad_request' },
  { pattern: /not inside a trusted directory|error loading config|enoent|eacces|unexpected argument/i, is: 'startup' },
  {
    pattern: /connection failed|error sending request|transport error|idle timeout|stream closed|timed out/i,
    is: 'network',
  },
  { pattern: /^stream disconnected before completion/i, is: 'overloaded' }, // reported by the model in the stream
];

/** `unexpected status 401 Unauthorized: …`, `exceeded retry limit, last status: 429 …` */
function statusIn(text: string): number | undefined {
  const { status } = /\b(?:unexpected|last) status:? (?<status>\d{3})\b/i.exec(text)?.groups ?? {};
  return status === undefined ? undefined : Number(status);
}

/** Only a response with status 400 is passed on as JSON. */
function messageIn(sentence: string): { readonly text: string; readonly status?: number } {
  if (!sentence.startsWith('{')) return { text: sentence };
  try {
    const { error } = JSON.parse(sentence) as { error?: { code?: string | null; message?: string } };
    const text = [error?.code, error?.message].filter((part) => part).join(': ');
    return { text: text === '' ? sentence : text, status: 400 };
  } catch (problem) {
    if (!(problem instanceof SyntaxError)) throw problem;
    return { text: sentence };
  }
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `try again in 1.5s`, `try again in 2 days 3 hours 5 minutes` */
function waitIn(text: string): number | undefined {
  const rest = /try again in (?<rest>[\d.\s\w]*)/i.exec(text)?.groups?.['rest'] ?? '';
  const parts = [...rest.matchAll(/(?<amount>\d+(?:\.\d+)?)\s*(?<unit>ms|[smhd])[a-z]*/gi)];
  if (parts.length === 0) return undefined;
  return parts.reduce(
    (sum, { groups }) => sum + Number(groups?.['amount']) * (units[groups?.['unit']?.toLowerCase() ?? ''] ?? 0),
    0,
  );
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const clock =
  /try again at (?:(?<month>[A-Z][a-z]{2}) (?<day>\d+)[a-z]{2}, (?<year>\d{4}) )?(?<hour>\d+):(?<minute>\d\d) (?<half>AM|PM)/;

/** `try again at 2:52 PM`, `try again at Nov 17th, 2026 12:52 PM`: local time, without seconds. */
function untilIn(text: string, nowMs: number): number | undefined {
  const { month, day, year, hour, minute, half } = clock.exec(text)?.groups ?? {};
  if (hour === undefined) return undefined;
  const at = new Date(nowMs);
  if (month !== undefined) at.setFullYear(Number(year), months.indexOf(month), Number(day));
  at.setHours((Number(hour) % 12) + (half === 'PM' ? 12 : 0), Number(minute) + 1, 0, 0);
  if (month === undefined && at.getTime() <= nowMs) at.setDate(at.getDate() + 1);
  return Math.max(0, at.getTime() - nowMs);
}
