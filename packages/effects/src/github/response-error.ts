/**
 * Converts an error response of GitHub to a failure, which the forge and the tracker turn into their own codes.
 *
 *   T1. 403 and 429 are a rate limit if the response says so, with its retry time. Any other 403 is `forbidden`.
 *   T2. The retry time uses the server's clock, because the local clock may be wrong.
 *   T3. An HTML page of a gateway is `unavailable` and is not quoted.
 *   T4. A redirect that is not followed is `not-found` with its status: the thing was moved.
 */
export interface HubFailure {
  readonly is: 'unauthorized' | 'forbidden' | 'not-found' | 'refused' | 'rate-limited' | 'unavailable' | 'unreadable';
  readonly detail: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Wait that GitHub recommends if the response contains no time. */
const defaultWaitMs = 60_000;
/** Added to the reset time, so that the retry is not too early. */
const marginMs = 1_000;

export function toHubFailure(refused: ErrorResponse, nowMs: number): HubFailure {
  const { status } = refused;
  const detail = brief(refused.message);
  const waitMs = waitOf(refused, nowMs);
  if (waitMs !== null) return { is: 'rate-limited', status, detail, retryAfterMs: waitMs };
  if (status === 401) return { is: 'unauthorized', status, detail };
  if (status === 403) return { is: 'forbidden', status, detail };
  if (status === 404 || status === 410 || isRedirect(status)) return { is: 'not-found', status, detail };
  if (status >= 500 || status === 408) return { is: 'unavailable', status, detail };
  return { is: 'refused', status, detail };
}

export const isRedirect = (status: number): boolean => [301, 302, 307, 308].includes(status);

function waitOf({ status, headers, message }: ErrorResponse, nowMs: number): number | null {
  if (status !== 403 && status !== 429) return null;
  const after = Number(headers['retry-after']);
  if (headers['retry-after'] !== undefined && Number.isFinite(after)) return Math.max(0, after) * 1_000 + marginMs;
  if (String(headers['x-ratelimit-remaining']) === '0') {
    const serverNow = Date.parse(String(headers['date'] ?? '')) || nowMs;
    const resetMs = Number(headers['x-ratelimit-reset']) * 1_000;
    return Number.isFinite(resetMs) ? Math.max(0, resetMs - serverNow) + marginMs : defaultWaitMs;
  }
  return status === 429 || /secondary rate limit|abuse detection/i.test(message) ? defaultWaitMs : null;
}

function brief(message: string): string {
  const text = message.trim();
  if (/^<(!doctype|html)/i.test(text)) return 'it answered with a page instead of data';
  const [line = ''] = text.split('\n');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
