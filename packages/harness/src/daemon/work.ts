/** The daemon itself: lock, door and engine around the queue. What it works on and when is decided by the machine `plans`. */
import { messagesFor } from '@harness/core/messages/index';
import { prepareFolder, storeOf } from '../folder.ts';
import { Left, listenForLeaving } from '../leaving.ts';
import { prepareStateFolder } from '../plans/state-folder.ts';
import { openDoor } from './door.ts';
import type { Ground } from './ground.ts';
import { lockDaemon } from './lock.ts';
import { queueControl } from './queue-control.ts';
import { type After, shift } from './shift.ts';
import { readState, setAside, statePath } from './state-file.ts';

export interface Beginning {
  readonly after: After;
  /** Where it can be reached, once it can. */
  ready(url: string): void;
}

/** Comes back with an exit code: 0 when it was stopped, else that of the signal that it left by. */
export async function work(ground: Ground, beginning: Beginning): Promise<number> {
  const { root, config, output, port } = ground;
  const { stateDir } = config;
  prepareFolder(root);
  prepareStateFolder(root, stateDir);
  const lock = await lockDaemon(root, stateDir);
  const leaving = listenForLeaving(() => output.tell(`${messagesFor(output.language).daemon.parking({})}\n`));
  try {
    const store = storeOf(root);
    const door = await openDoor({ root, config, queue: queueControl({ root, store, config }), port });
    try {
      rebuildState(ground);
      beginning.ready(door.url);
      for (let after = beginning.after; ; after = null) await shift(ground, leaving, after);
    } finally {
      await door.close();
    }
  } catch (error) {
    if (error instanceof Left) return error.exitCode;
    throw error;
  } finally {
    leaving.close();
    await lock.release();
  }
}

/** What cannot be read is kept aside; the journal makes it anew. */
function rebuildState({ root, config: { stateDir }, output }: Ground): void {
  if (readState(root, stateDir).is !== 'corrupt') return;
  const kept = setAside(root, stateDir, new Date());
  const path = statePath(root, stateDir);
  output.tell(`${messagesFor(output.language).daemon.rebuilt({ path, aside: kept })}\n`);
}
