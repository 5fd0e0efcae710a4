/** When the provider said to come again, read from the headers of its answer. */
import type { IncomingHttpHeaders } from 'node:http';

/** Seconds or a date, as the standard has it; else the reset of a subscription's limit, in seconds since 1970. */
export function retryAfterIn(headers: IncomingHttpHeaders, nowMs: number): { readonly retryAfterMs?: number } {
  const said = headers['retry-after']?.trim() ?? '';
  const seconds = Number(said);
  if (said !== '' && Number.isFinite(seconds) && seconds >= 0) return { retryAfterMs: Math.ceil(seconds * 1000) };
  const reset = Number(headers['anthropic-ratelimit-unified-reset'] ?? Number.NaN) * 1000;
  const atMs = said === '' ? reset : Date.parse(said);
  return Number.isFinite(atMs) ? { retryAfterMs: Math.max(0, Math.ceil(atMs - nowMs)) } : {};
}
