/**
 * Converts an error of Linear's SDK, or of the network, to a failure code.
 *
 *   E1. Linear reports most errors in a list with status 200 or 400; their own type and code decide, then the status.
 *   E2. The time of a limit is that of the exhausted limit, by the server's clock, because the local clock may be wrong.
 *   E3. A page of a proxy is `tracker.unavailable` and is not quoted. The query and its variables are never quoted.
 */
import type { FailureCode } from '@harness/core/failure/failure';
import type { LinearError } from '@linear/sdk';
import { TrackerError } from '../tracker-error.ts';

/** Wait if a limit has no time. */
const defaultWaitMs = 60_000;
/** Added to the time, so that the retry is not too early. */
const marginMs = 1_000;

type TrackerCode = Extract<FailureCode, `tracker.${string}`>;

/** Types of errors in Linear's list, and the codes of this list. */
const codes: Readonly<Record<string, TrackerCode>> = {
  'authentication error': 'tracker.unauthorized',
  AUTHENTICATION_ERROR: 'tracker.unauthorized',
  forbidden: 'tracker.forbidden',
  FORBIDDEN: 'tracker.forbidden',
  'feature not accessible': 'tracker.forbidden',
  ratelimited: 'tracker.rate-limited',
  RATELIMITED: 'tracker.rate-limited',
  'network error': 'tracker.unavailable',
  'internal error': 'tracker.unavailable',
  INTERNAL_SERVER_ERROR: 'tracker.unavailable',
  'lock timeout': 'tracker.unavailable',
  'bootstrap error': 'tracker.unavailable',
};

interface RawError {
  readonly message?: string;
  readonly extensions?: {
    readonly type?: string;
    readonly code?: string;
    readonly statusCode?: number;
    readonly userPresentableMessage?: string;
  };
}

export function toTrackerError(error: unknown, nowMs: number): Error {
  const answer = (error as LinearError).raw?.response;
  if (answer === undefined) return toNetworkError(error as Error);
  const status = answer.status ?? 0;
  const [first] = (answer.errors ?? []) as readonly RawError[];
  if (first === undefined && status < 400) return toPageError(status);
  const code = codeOf(first, status);
  const detail = brief(messageOf(first) ?? (status < 400 ? 'an error without a message' : `status ${status}`));
  if (code !== 'tracker.rate-limited') return new TrackerError(code, { status, detail });
  return new TrackerError(code, { status, detail, retryAfterMs: waitOf(answer.headers, nowMs) });
}

/** An address that is not Linear's, or a proxy that asks for a login. */
const toPageError = (status: number): TrackerError =>
  status >= 300
    ? new TrackerError('tracker.refused', { status, detail: 'the address redirects to another one, which gets no key' })
    : new TrackerError('tracker.unavailable', { status, detail: 'it answered with a page instead of data' });

function codeOf(error: RawError | undefined, status: number): TrackerCode {
  const { type = '', code = '', statusCode = status } = error?.extensions ?? {};
  const known = codes[type] ?? codes[code];
  if (known !== undefined) return known;
  if (error?.message?.startsWith('Entity not found')) return 'tracker.not-found';
  if (statusCode === 401) return 'tracker.unauthorized';
  if (statusCode === 403) return 'tracker.forbidden';
  if (statusCode === 404 || statusCode === 410) return 'tracker.not-found';
  if (statusCode === 429) return 'tracker.rate-limited';
  return statusCode >= 500 || statusCode === 408 ? 'tracker.unavailable' : 'tracker.refused';
}

const messageOf = (error: RawError | undefined): string | undefined => {
  const { message, extensions } = error ?? {};
  const shown = extensions?.userPresentableMessage;
  return shown === undefined || message === undefined || shown === message
    ? (shown ?? message)
    : `${message}: ${shown}`;
};

/** Linear counts requests, complexity points, and requests of one query. Only exhausted limits count. */
function waitOf(headers: Headers | undefined, nowMs: number): number {
  const read = (name: string) => {
    const value = headers?.get(name) ?? '';
    return value === '' ? Number.NaN : Number(value);
  };
  const afterS = read('retry-after');
  if (Number.isFinite(afterS)) return Math.max(0, afterS) * 1_000 + marginMs;
  const serverNow = Date.parse(headers?.get('date') ?? '') || nowMs;
  const resets = ['requests', 'complexity', 'endpoint-requests']
    .filter((limit) => read(`x-ratelimit-${limit}-remaining`) <= 0)
    .map((limit) => Math.max(0, toMs(read(`x-ratelimit-${limit}-reset`)) - serverNow) + marginMs)
    .filter(Number.isFinite);
  return resets.length === 0 ? defaultWaitMs : Math.max(...resets);
}

/** Linear sends milliseconds; a proxy in front of it may send seconds. */
const toMs = (time: number): number => (time < 100_000_000_000 ? time * 1_000 : time);

/** `fetch` hides the reason in the cause. Half a JSON document is a syntax error. */
function toNetworkError(error: Error): Error {
  if (error instanceof SyntaxError)
    return new TrackerError('tracker.unavailable', { detail: 'the answer was cut off' });
  if (error.name === 'TimeoutError') return new TrackerError('tracker.unavailable', { detail: error.message });
  const cause = error.cause as { readonly code?: string; readonly message?: string } | undefined;
  if (!(error instanceof TypeError) || cause === undefined) return error;
  return new TrackerError('tracker.unavailable', { detail: brief(cause.code ?? cause.message ?? error.message) });
}

function brief(message: string): string {
  const text = message.trim();
  if (/^<(!doctype|html)/i.test(text)) return 'it answered with a page instead of data';
  const [line = ''] = text.split('\n');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
