/** Reads the retry-after time from the headers of a provider's response. */
import type { IncomingHttpHeaders } from 'node:http';

/** Seconds or a date as in the HTTP standard; otherwise the reset of a subscription's limit, in seconds since 1970. */
export function parseRetryAfter(headers: IncomingHttpHeaders, nowMs: number): { readonly retryAfterMs?: number } {
  const header = headers['retry-after']?.trim() ?? '';
  const seconds = Number(header);
  if (header !== '' && Number.isFinite(seconds) && seconds >= 0) return { retryAfterMs: Math.ceil(seconds * 1000) };
  const reset = Number(headers['anthropic-ratelimit-unified-reset'] ?? Number.NaN) * 1000;
  const atMs = header === '' ? reset : Date.parse(header);
  return Number.isFinite(atMs) ? { retryAfterMs: Math.max(0, Math.ceil(atMs - nowMs)) } : {};
}
