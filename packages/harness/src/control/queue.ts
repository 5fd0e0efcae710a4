/** The interface between the control server and the queue. Runs and questions come from the journals, not from here. */

import { modules } from '@harness/core/workflows/list';

/** The command that starts a queue; empty if no workflow has one. */
export const queueStartCommand = modules.flatMap(({ queue }) => queue?.command ?? [])[0] ?? '';

/** Commands to a queue, named like their endpoints. */
export const queueCommands = ['pause', 'resume', 'stop', 'freeze', 'unfreeze'] as const;
export type QueueCommand = (typeof queueCommands)[number];

export interface QueueControl {
  /** The document of `GET /state`, which is also `<stateDir>/state.json`. */
  state(): unknown;
  /** Resolves when the command is recorded durably. A command that is already in effect changes nothing. */
  wish(wish: QueueCommand, by: string): Promise<void>;
  /** False if that plan is not blocked. */
  unblock(plan: string, by: string): Promise<boolean>;
  /** The log of a plan's run, by plan id or `<plan>-<run>`; null if there is none. */
  log(id: string): string | null;
}
