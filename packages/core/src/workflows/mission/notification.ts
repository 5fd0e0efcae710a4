/** Decides which notifications a mission and its lanes send, besides those of every run (MO-02). */
import type { FoldedJournal, NewEntry } from '../../journal/journal.ts';
import type { WorkflowNotification } from '../../workflow.ts';
import type { missionCodes } from './codes.ts';
import { type Mission, parkedEnding } from './state.ts';

interface MissionNotification extends WorkflowNotification {
  readonly kind: keyof (typeof missionCodes)['notifications'];
}

export function missionNotificationsFor(
  { machine, state: before }: FoldedJournal,
  fact: NewEntry,
): readonly MissionNotification[] {
  if (fact.type === 'noted') return budgetWarnings(fact);
  if (machine !== 'mission') return [];
  if (fact.type === 'moved')
    return [
      ...parkedNotifications(fact.state as Mission),
      ...blockedNotifications(before as Mission, fact.state as Mission),
    ];
  if (fact.type !== 'ended' || fact.end !== 'rejected') return [];
  return [{ kind: 'escalate', detail: (before as Extract<Mission, { at: 'rejected' }>).reason }];
}

/** Ignores the ceiling, which never stops a run. */
function budgetWarnings({ code, params }: Extract<NewEntry, { type: 'noted' }>): readonly MissionNotification[] {
  if (code !== 'budget.near' || params['limit'] === 'ceilingTokens') return [];
  return [{ kind: 'cost-warn', detail: `${params['spent']} / ${params['of']} (${params['limit']})` }];
}

function parkedNotifications(state: Mission): readonly MissionNotification[] {
  const ending = parkedEnding(state);
  switch (ending?.is) {
    case 'escalated':
      return [{ kind: 'escalate', detail: ending.reason }];
    case 'limit-reached':
      return [{ kind: 'max-iter', detail: 'job' in state ? String(state.job.iterations) : '' }];
    case 'capped':
      return [{ kind: 'cost-cap', detail: ending.because.code }];
    case undefined:
      return [];
  }
}

/** The architect left the decision to a person (MO-22). */
function blockedNotifications(from: Mission, to: Mission): readonly MissionNotification[] {
  if (from.at !== 'architecting' || !('features' in to)) return [];
  const row = to.features.find(({ id }) => id === from.feature);
  return row?.status === 'blocked' ? [{ kind: 'review-pending', detail: `${row.id}: ${row.why ?? ''}` }] : [];
}
