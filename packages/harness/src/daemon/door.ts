/** The one place where the control server meets the queue: it is opened when the daemon begins, and closed when it leaves. */
import type { Config } from '@harness/core/config/schema';
import type { QueueControl } from '../control/queue.ts';

export interface Door {
  /** Nothing while there is no server. */
  readonly url: string;
  close(): Promise<void>;
}

interface Behind {
  readonly root: string;
  readonly config: Config;
  readonly queue: QueueControl;
  /** Given by `--port`; else that of the configuration. */
  readonly port: number;
}

/** Resolves when `GET /health` answers. */
export type OpenDoor = (behind: Behind) => Promise<Door>;

export const openDoor: OpenDoor = async () => ({ url: '', close: async () => {} });
