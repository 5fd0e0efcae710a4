/** Opens the tracker of a repository from its configuration and the environment. */
import type { TrackerKind } from '@harness/core/tracker/issue';
import { localTracker } from '@harness/effects/tracker/local/tracker';
import type { Tracker } from '@harness/effects/tracker/tracker';
import { readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { tryLock } from '@harness/engine/store/lock';
import { lockFolder } from '../runs/folder.ts';
import { loadConfig } from '../settings/config.ts';

interface Place {
  readonly root: string;
  readonly store: JsonlStore;
}

export async function openTracker({ root, store }: Place, kind: TrackerKind, env = process.env): Promise<Tracker> {
  const { tracker } = await loadConfig(root, {}, env);
  const hasRunEnded = (run: string) => findWhetherEnded(store, run);
  if (kind === 'local') {
    const lock = () => tryLock(lockFolder(root, 'tracker'));
    return localTracker({ repo: root, dir: tracker.dir, tryLock: lock, hasRunEnded });
  }
  throw new Error(`No tracker ${kind}`);
}

/** `null` if the run is not one of this repository. The name comes from a comment, so it may be any text. */
async function findWhetherEnded(store: JsonlStore, run: string): Promise<boolean | null> {
  if (!/^[\w-]+$/.test(run)) return null;
  const { entries, log } = await readStoredRun(store, run);
  return entries.length === 0 ? null : log.ended !== undefined;
}
