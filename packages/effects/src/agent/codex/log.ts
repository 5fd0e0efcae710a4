/**
 * Reads the program's log (its stderr). Only the log tells how long the program waits before a retry, and that a long
 * answer is still arriving.
 *
 * The log does not include the output of commands, which could look like anything. A line counts only if it starts like
 * one of the program's.
 */

/** Warnings, and one line for every piece of an answer. */
export const logFilter = 'warn,codex_api::sse::responses=trace';

/** Last announced wait of the nth retry in ms, rounded up: the program subtracts the time that has passed. */
export function findAnnouncedWait(log: string, nth: number): number | undefined {
  const all = log.matchAll(
    /^\S+Z +WARN \S+: stream disconnected - retrying sampling request \((?<nth>\d+)\/\d+ in (?<amount>[\d.]+)(?<unit>µs|ms|s)\)/gm,
  );
  const { amount, unit } = [...all].findLast(({ groups }) => Number(groups?.['nth']) === nth)?.groups ?? {};
  if (amount === undefined || unit === undefined) return undefined;
  const ms = Number(amount) * (unit === 's' ? 1000 : unit === 'ms' ? 1 : 0.001);
  return Math.ceil(ms / 100) * 100;
}

/** The last line that is not part of the log: why the program stopped. */
export function findLastMessage(log: string): string | undefined {
  const lines = log.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line !== '' && !isLogged.test(line));
}

const isLogged = /^Reading prompt from stdin|^\d{4}-\d\d-\d\dT\S+ +(?:ERROR|WARN|INFO|DEBUG|TRACE)\b|^WARNING: /;
