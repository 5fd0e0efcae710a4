/**
 * What the control server needs of a queue, whoever drives it. The server knows no engine: runs and questions it reads from
 * the journals, and everything that somebody wants of the queue goes through here.
 */

import { modules } from '@harness/core/workflows/list';

/** The command that starts a queue where none runs. */
export const queueStartCommand = modules.flatMap(({ queue }) => queue?.command ?? [])[0] ?? '';

/** What may be asked of a queue from outside, by the word of its endpoint. */
export const queueCommands = ['pause', 'resume', 'stop', 'freeze', 'unfreeze'] as const;
export type QueueCommand = (typeof queueCommands)[number];

export interface QueueControl {
  /** The document of `GET /state`, which is also `<stateDir>/state.json`. */
  state(): unknown;
  /** Recorded durably when it resolves; asking for what is so already changes nothing. */
  wish(wish: QueueCommand, by: string): Promise<void>;
  /** False when that plan is not blocked. */
  unblock(plan: string, by: string): Promise<boolean>;
  /** The log of a plan's run, by the id of the plan or `<plan>-<run>`; null when there is none. */
  log(id: string): string | null;
}
