/**
 * What no state file says of a session, and the run that it came from knows: which files the user had changed before, and
 * what may be missing from the tests. Without it, a session that is gone on with would take the user's own work for its own.
 */

import type { Entry } from '@harness/core/journal/journal';
import type { FoundSession } from '@harness/core/workflows/task/found-session';
import type { Session } from '@harness/core/workflows/task/session';
import { isSessionState, type Task } from '@harness/core/workflows/task/state';
import { readStoredRun } from '@harness/engine/run-tree';
import { openStore } from '../../runs/folder.ts';
import { listRunRows } from '../../runs/read-runs.ts';

export async function withRunFacts(root: string, found: FoundSession | undefined): Promise<FoundSession | undefined> {
  if (found?.is !== 'session') return found;
  const { session } = found;
  const store = openStore(root);
  for (const { id, workflow, state } of await listRunRows(store, { children: false })) {
    if (workflow !== 'task' || state === 'unreadable') continue;
    const last = lastSession((await readStoredRun(store, id)).entries);
    if (last?.branch !== session.branch || last.job.docsPath !== session.job.docsPath) continue;
    return { ...found, session: { ...session, foreign: last.foreign, allowed: last.allowed } };
  }
  return found;
}

/** A run that failed has no session any more; the state before has. */
function lastSession(entries: readonly Entry[]): Session | undefined {
  const states = entries.flatMap((entry) => (entry.type === 'moved' ? [entry.state as Task] : []));
  return states.findLast(isSessionState);
}
