/** Runs the daemon: lock, control server and engine around the queue. The machine `plans` decides what runs. */
import { sentencesOf } from '@harness/core/workflow';
import { queueWorkflow } from '@harness/core/workflows/queue/workflow';
import { serveControl } from '../../control/server.ts';
import { prepareStateFolder } from '../../plans/state-folder.ts';
import { listenForShutdown, ShutdownError } from '../../run/shutdown.ts';
import { openStore, prepareHarnessFolder } from '../../runs/folder.ts';
import { lockDaemon } from './daemon-lock.ts';
import { driveQueueRun, type RestartReason } from './drive-queue-run.ts';
import { queueControl } from './queue-control.ts';
import { readQueueState, setStateFileAside, statePath } from './queue-state-file.ts';
import type { DaemonSetup } from './setup.ts';

export interface DaemonStart {
  readonly after: RestartReason;
  /** Called with the URL of the control server, once, when it answers and the queue works. */
  ready(url: string): void;
}

/** Returns the exit code: 0 after a stop, otherwise the code of the signal. */
export async function runDaemon(setup: DaemonSetup, start: DaemonStart): Promise<number> {
  const { root, config, output, port, workflows } = setup;
  const { stateDir } = config;
  prepareHarnessFolder(root);
  prepareStateFolder(root, stateDir);
  const lock = await lockDaemon(root, stateDir);
  const shutdown = listenForShutdown(() => output.tell(`${sentencesOf(queueWorkflow, output.language).parking({})}\n`));
  try {
    const store = openStore(root);
    const server = await serveControl({ root, config, queue: queueControl({ root, store, config }), workflows, port });
    try {
      rebuildState(setup);
      let isReady = false;
      const started = () => {
        if (!isReady) start.ready(server.url);
        isReady = true;
      };
      for (let after = start.after; ; after = null) await driveQueueRun(setup, shutdown, { after, started });
    } finally {
      await server.close();
    }
  } catch (error) {
    if (error instanceof ShutdownError) return error.exitCode;
    throw error;
  } finally {
    shutdown.close();
    await lock.release();
  }
}

/** Moves an unreadable state file aside; the journal restores it. */
function rebuildState({ root, config: { stateDir }, output }: DaemonSetup): void {
  if (readQueueState(root, stateDir).is !== 'corrupt') return;
  const kept = setStateFileAside(root, stateDir, new Date());
  const path = statePath(root, stateDir);
  output.tell(`${sentencesOf(queueWorkflow, output.language).rebuilt({ path, aside: kept })}\n`);
}
