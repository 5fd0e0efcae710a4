/** Counts unreadable answers per role, over a run and its children. */
import type { AgentCall } from './calls.ts';

export interface UnreadableRow {
  readonly role: string;
  /** Tries that returned an answer, readable or not; other failures do not count. */
  readonly answers: number;
  readonly unreadable: number;
}

/** In the order of first calls; a role without an answer is not listed. */
export function countUnreadable(calls: readonly Pick<AgentCall, 'role' | 'tries'>[]): readonly UnreadableRow[] {
  const rows = new Map<string, { role: string; answers: number; unreadable: number }>();
  for (const { role, tries } of calls)
    for (const { outcome } of tries) {
      if (outcome !== 'ok' && outcome !== 'schema') continue;
      const row = rows.get(role) ?? { role, answers: 0, unreadable: 0 };
      row.answers++;
      if (outcome === 'schema') row.unreadable++;
      rows.set(role, row);
    }
  return [...rows.values()];
}
