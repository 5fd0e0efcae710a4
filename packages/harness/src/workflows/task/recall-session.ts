/**
 * Adds facts to a session that only its earlier run knows: the files the user had changed and where they are kept, the
 * tests that may be missing, the proof, and the acceptance tests. Without them, a resumed session would treat the user's changes as its own.
 */

import type { Entry } from '@harness/core/journal/journal';
import type { FoundSession } from '@harness/core/workflows/task/found-session';
import type { Session } from '@harness/core/workflows/task/session';
import { isSessionState, type Task } from '@harness/core/workflows/task/state';
import { readStoredRun } from '@harness/engine/run-tree';
import { openStore } from '../../runs/folder.ts';
import { listRunRows } from '../../runs/read-runs.ts';

export async function addRunFacts(root: string, found: FoundSession | undefined): Promise<FoundSession | undefined> {
  if (found?.is !== 'session') return found;
  const { session } = found;
  const store = openStore(root);
  for (const { id, workflow, state } of await listRunRows(store, { children: false })) {
    if (workflow !== 'task' || state === 'unreadable') continue;
    const last = lastSession((await readStoredRun(store, id)).entries);
    if (last?.branch !== session.branch || last.job.docsPath !== session.job.docsPath) continue;
    const { foreign, allowed, userFiles, proof, frozen } = last;
    const kept = { ...(userFiles ? { userFiles } : {}), ...(proof ? { proof } : {}), ...(frozen ? { frozen } : {}) };
    return { ...found, session: { ...session, foreign, allowed, ...kept } };
  }
  return found;
}

/** A failed state has no session, so this reads the last state that has one. */
function lastSession(entries: readonly Entry[]): Session | undefined {
  const states = entries.flatMap((entry) => (entry.type === 'moved' ? [entry.state as Task] : []));
  return states.findLast(isSessionState);
}
