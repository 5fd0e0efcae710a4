/** Messages between a daemon and its supervisor, and the delays between restarts. */

/** The first message to a daemon: why it was restarted; null at its first start. */
export interface DaemonStartMessage {
  readonly after: { readonly because: string; readonly times: number } | null;
}

export type DaemonMessage =
  | { readonly is: 'ready'; readonly url: string; readonly pid: number }
  | { readonly is: 'alive' };

export interface RestartDecision {
  readonly because: string;
  readonly isHung: boolean;
  readonly livedMs: number;
}

const firstMs = 1_000;
const longestMs = 60_000;
const maxRestarts = 5;

/** Milliseconds before the nth restart in a row; null if there were too many. */
export const decideRestart = (times: number): number | null =>
  times > maxRestarts ? null : Math.min(firstMs * 2 ** (times - 1), longestMs);
