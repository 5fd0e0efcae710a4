/** The one place where the control server meets the queue: it is opened when the daemon begins, and closed when it leaves. */
import type { Config } from '@harness/core/config/schema';
import type { QueueControl } from '../../control/queue.ts';
import { serveControl } from '../../control/server.ts';

export interface DaemonControl {
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
export const openDaemonControl = (behind: Behind): Promise<DaemonControl> =>
  serveControl({ ...behind, command: 'daemon start' });
