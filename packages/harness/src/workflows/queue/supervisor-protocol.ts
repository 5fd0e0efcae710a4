/** What a daemon and the process that looks after it say to each other, and when it is started again. */

/** The first word to a daemon: why it was started again, when it is not the first time. */
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
const most = 5;

/** How long to wait before it is started again for the nth time in a row; null when it was often enough. */
export const decideRestart = (times: number): number | null =>
  times > most ? null : Math.min(firstMs * 2 ** (times - 1), longestMs);
