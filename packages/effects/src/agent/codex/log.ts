/**
 * What the program says aside, in its log. Only there it tells how long it waits before it tries again, and that a long
 * answer is still coming.
 *
 * What commands print is not asked for: it could look like anything. A line that counts begins like one of the program's.
 */

/** Warnings, and a line for every piece of an answer. */
export const logFilter = 'warn,codex_api::sse::responses=trace';

/**
 * `… retrying sampling request (1/2 in 3599.995s)…`: when the nth further try is made, the last time there was one. The
 * program takes off what has passed meanwhile, so it is rounded up.
 */
export function announcedIn(log: string, nth: number): number | undefined {
  const all = log.matchAll(
    /^\S+Z +WARN \S+: stream disconnected - retrying sampling request \((?<nth>\d+)\/\d+ in (?<amount>[\d.]+)(?<unit>µs|ms|s)\)/gm,
  );
  const { amount, unit } = [...all].findLast(({ groups }) => Number(groups?.['nth']) === nth)?.groups ?? {};
  if (amount === undefined || unit === undefined) return undefined;
  const ms = Number(amount) * (unit === 's' ? 1000 : unit === 'ms' ? 1 : 0.001);
  return Math.ceil(ms / 100) * 100;
}

/** The last thing that is not a part of the log: why it could not go on. */
export function lastWordsIn(log: string): string | undefined {
  const lines = log.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line !== '' && !isLogged.test(line));
}

const isLogged = /^Reading prompt from stdin|^\d{4}-\d\d-\d\dT\S+ +(?:ERROR|WARN|INFO|DEBUG|TRACE)\b|^WARNING: /;
