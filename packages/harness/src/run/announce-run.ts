/** Tells the process that started this command which run it drives, so that a client gets the id at once. */
import type { Listener } from './listener.ts';

/** The message; sent when the journal of the run exists and this process owns it. */
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
  return { load: announce, see: announce };
}
