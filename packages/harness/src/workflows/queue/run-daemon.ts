/** The daemon itself: lock, door and engine around the queue. What it works on and when is decided by the machine `plans`. */
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
  /** Where it can be reached, once it can. */
  ready(url: string): void;
}

/** Comes back with an exit code: 0 when it was stopped, else that of the signal that it left by. */
export async function runDaemon(ground: DaemonSetup, beginning: DaemonStart): Promise<number> {
  const { root, config, output, port, workflows } = ground;
  const { stateDir } = config;
  prepareHarnessFolder(root);
  prepareStateFolder(root, stateDir);
  const lock = await lockDaemon(root, stateDir);
  const leaving = listenForShutdown(() => output.tell(`${sentencesOf(queueWorkflow, output.language).parking({})}\n`));
  try {
    const store = openStore(root);
    const door = await serveControl({ root, config, queue: queueControl({ root, store, config }), workflows, port });
    try {
      rebuildState(ground);
      beginning.ready(door.url);
      for (let after = beginning.after; ; after = null) await driveQueueRun(ground, leaving, after);
    } finally {
      await door.close();
    }
  } catch (error) {
    if (error instanceof ShutdownError) return error.exitCode;
    throw error;
  } finally {
    leaving.close();
    await lock.release();
  }
}

/** What cannot be read is kept aside; the journal makes it anew. */
function rebuildState({ root, config: { stateDir }, output }: DaemonSetup): void {
  if (readQueueState(root, stateDir).is !== 'corrupt') return;
  const kept = setStateFileAside(root, stateDir, new Date());
  const path = statePath(root, stateDir);
  output.tell(`${sentencesOf(queueWorkflow, output.language).rebuilt({ path, aside: kept })}\n`);
}
