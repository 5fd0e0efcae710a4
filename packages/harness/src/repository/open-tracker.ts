/** Opens the tracker of a repository from its configuration and the environment. Each tracker is loaded when it is needed. */
import type { TrackerKind } from '@harness/core/tracker/issue';
import type { Tracker } from '@harness/effects/tracker/tracker';
import { TrackerError } from '@harness/effects/tracker/tracker-error';
import { readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { tryLock } from '@harness/engine/store/lock';
import { lockFolder } from '../runs/folder.ts';
import { loadConfig } from '../settings/config.ts';
import {
  findTrackerAddress,
  findTrackerKey,
  isSafeAddress,
  type RemoteKind,
  type Search,
  trackerVariables,
} from './tracker-access.ts';

interface Place {
  readonly root: string;
  readonly store: JsonlStore;
}

export async function openTrackerOf({ root, store }: Place, kind: TrackerKind, env = process.env): Promise<Tracker> {
  const { tracker } = await loadConfig(root, {}, env);
  const hasRunEnded = (run: string) => findWhetherEnded(store, run);
  if (kind === 'local') {
    const { localTracker } = await import('@harness/effects/tracker/local/tracker');
    const lock = () => tryLock(lockFolder(root, 'tracker'));
    return localTracker({ repo: root, dir: tracker.dir, tryLock: lock, hasRunEnded });
  }
  const { key, address } = await requireAccess(kind, { root, tracker, env });
  if (kind === 'linear') {
    const { linearTracker } = await import('@harness/effects/tracker/linear/tracker');
    return linearTracker({ key, endpoint: address, hasRunEnded });
  }
  const { gitHubTracker } = await import('@harness/effects/tracker/github/tracker');
  return gitHubTracker({ api: address, token: key, hasRunEnded });
}

/** A run may be resumed without the key that it started with. */
async function requireAccess(
  kind: RemoteKind,
  search: Search,
): Promise<{ readonly key: string; readonly address: string }> {
  const found = findTrackerKey(kind, search.env);
  if (found === undefined)
    throw new TrackerError('tracker.unauthorized', { detail: `set ${trackerVariables[kind].keys.join(' or ')}` });
  const address = await findTrackerAddress(kind, search);
  if (!isSafeAddress(address))
    throw new TrackerError('tracker.unauthorized', { detail: `the key is not sent to ${address}` });
  return { key: found.key, address };
}

/** `null` if the run is not one of this repository. The name comes from a comment, so it may be any text. */
async function findWhetherEnded(store: JsonlStore, run: string): Promise<boolean | null> {
  if (!/^[\w-]+$/.test(run)) return null;
  const { entries, log } = await readStoredRun(store, run);
  return entries.length === 0 ? null : log.ended !== undefined;
}
