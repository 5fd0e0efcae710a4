/** Follows the journals of sessions while this process hosts them: a phase and its work are runs of their own. */
import type { Entry } from '@harness/core/journal/journal';
import { addToMember, emptyMember, type Member } from '@harness/core/workflows/autopilot/record/member';
import { type SessionView, viewOfMembers } from '@harness/core/workflows/autopilot/view';
import { rootOf } from '@harness/engine/store/store';
import type { ViewFile } from '../../run/view-file.ts';

export interface WatchedSession {
  readonly own: Member;
  /** The run whose entry was added. */
  readonly run: string;
  /** `null` before the session is open. */
  view(): SessionView | null;
}

/** Shows a session after each entry that this process adds. */
export function watchSessions(show: (session: WatchedSession, entry: Entry) => void): ViewFile {
  const sessions = new Map<string, Map<string, Member>>();
  const learn = (run: string, entry: Entry): ReadonlyMap<string, Member> | undefined => {
    if (entry.type === 'started' && entry.machine === 'autopilot' && !sessions.has(run)) sessions.set(run, new Map());
    const session = sessions.get(rootOf(run));
    if (session) session.set(run, addToMember(session.get(run) ?? emptyMember(run), entry));
    return session;
  };
  const know = (run: string, entries: readonly Entry[]) => {
    for (const entry of entries) learn(run, entry);
  };
  return {
    know,
    knowAgain(run, entries) {
      sessions.get(rootOf(run))?.delete(run);
      know(run, entries);
    },
    see(run, entry) {
      const session = learn(run, entry);
      const own = session?.get(rootOf(run));
      if (!session || !own) return;
      const others = () => [...session.values()].filter((member) => member !== own);
      show({ own, run, view: () => viewOfMembers(own, others()) }, entry);
    },
  };
}
