/**
 * What no state file says of a session, and the run that it came from knows: which files the user had changed before, and
 * what may be missing from the tests. Without it, a session that is gone on with would take the user's own work for its own.
 */
import type { Entry } from '@harness/core/journal';
import type { FoundSession } from '@harness/core/sources/task-session';
import type { Session } from '@harness/core/workflows/task/session';
import { isSessionState, type Task } from '@harness/core/workflows/task/state';
import { find } from '@harness/engine/family';
import { storeOf } from '../folder.ts';
import { rows } from '../look.ts';

export async function asKnown(root: string, found: FoundSession | undefined): Promise<FoundSession | undefined> {
  if (found?.is !== 'session') return found;
  const { session } = found;
  const store = storeOf(root);
  for (const { id, workflow, state } of await rows(store, { children: false })) {
    if (workflow !== 'task' || state === 'unreadable') continue;
    const last = lastSession((await find(store, id)).entries);
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
