/** Tells the process that started this command which run it drives, so that a client gets the id at once. */
import type { Listener } from './listener.ts';

/** The message; sent with the first entry that this process writes: then no refusal can follow. */
export interface RunAnnouncement {
  readonly is: 'run-started';
  readonly run: string;
}

export function announceRun(run: string): Listener {
  let isAnnounced = false;
  const announce = () => {
    if (isAnnounced || !process.connected) return;
    isAnnounced = true;
    process.send?.({ is: 'run-started', run } satisfies RunAnnouncement, undefined, {}, () => {}); // the other may have left
  };
  return { see: announce };
}
