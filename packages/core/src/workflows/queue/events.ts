/** Derives the events of the queue's history from two successive states. */
import type { Params } from '../../codes.ts';
import {
  failedPlans,
  type PauseReason,
  pauseReasons,
  type QueueState,
  type QueueStates,
  type RunningPlan,
} from './state.ts';

export const queueEvents = [
  ...pauseReasons,
  'resumed',
  'merge_seen',
  'plan_started',
  'plan_resumed', // at the step that failed
  'plan_shipped',
  'plan_blocked',
  'plan_unblocked',
  'plan_waiting', // for a person, while other plans run
  'plan_answered',
  'plan_unfinished', // because the budget is spent
  'rate_limited',
  'budget_ceiling_reached', // D-57
  'fidelity_started',
  'forge_away',
  'forge_back',
  'stopping',
  'stopped',
  'daemon_restarted',
] as const;
export type QueueEventCode = (typeof queueEvents)[number];

export interface QueueEvent {
  readonly event: QueueEventCode;
  readonly planId?: string;
  /** Failure code: why a plan is blocked, or why the forge is unavailable. */
  readonly reason?: string;
  readonly params?: Params;
}

export function eventsBetween(before: QueueState | null, after: QueueStates): readonly QueueEvent[] {
  if (after.at === 'renewed') return [];
  const { queue } = after;
  if (before === null) return queue.paused === null ? [] : [pauseEvent(queue.paused, queue)];
  return [
    ...mergeEvents(before, queue),
    ...planEvents(before, queue),
    ...(before.judge === null && queue.judge !== null ? [{ event: 'fidelity_started' } as const] : []),
    ...pauseEvents(before, queue),
    ...forgeEvents(before, queue),
    ...(queue.stopping && !before.stopping ? [{ event: 'stopping' } as const] : []),
    ...(after.at === 'stopped' ? [{ event: 'stopped' } as const] : []),
  ];
}

const pauseEvent = (reason: PauseReason, { disorder }: QueueState): QueueEvent => ({
  event: reason,
  ...(reason === 'plans_disordered' ? { params: { detail: disorder ?? '' } } : {}),
});

function pauseEvents(before: QueueState, after: QueueState): readonly QueueEvent[] {
  if (before.paused === after.paused && before.disorder === after.disorder) return [];
  return [after.paused === null ? { event: 'resumed' } : pauseEvent(after.paused, after)];
}

function mergeEvents(before: QueueState, after: QueueState): readonly QueueEvent[] {
  if (before.seen === null || after.seen === null) return [];
  const known = before.seen;
  return after.seen
    .filter((sha) => !known.includes(sha))
    .map((sha): QueueEvent => ({ event: 'merge_seen', params: { sha } }))
    .reverse();
}

function forgeEvents(before: QueueState, after: QueueState): readonly QueueEvent[] {
  if (before.away?.code === after.away?.code) return [];
  if (after.away === null) return [{ event: 'forge_back' }];
  return [{ event: 'forge_away', reason: after.away.code, params: after.away.params }];
}

function planEvents(before: QueueState, after: QueueState): readonly QueueEvent[] {
  const isIn = (works: readonly RunningPlan[]) => (work: RunningPlan) =>
    works.some(({ child }) => child === work.child);
  const openPlans = (queue: QueueState) => [...queue.working, ...queue.aside];
  const eventFor =
    (event: QueueEventCode) =>
    ({ plan }: { readonly plan: string }): QueueEvent => ({ event, planId: plan });
  const started = after.working.filter((work) => !isIn(openPlans(before))(work));
  const blocked = after.blocked.filter(({ plan }) => !before.blocked.some((one) => one.plan === plan));
  const ended = openPlans(before).filter((work) => !isIn(openPlans(after))(work));
  const shipped = ended.filter(({ plan }) => after.shipped.includes(plan));
  const unfinished = ended.filter(({ plan }) => ![...shipped, ...blocked].some((one) => one.plan === plan));
  return [
    ...started.map((work) => eventFor(isIn(failedPlans(before))(work) ? 'plan_resumed' : 'plan_started')(work)),
    ...shipped.map(eventFor('plan_shipped')),
    ...blocked.map(
      ({ plan, because }): QueueEvent => ({
        event: 'plan_blocked',
        planId: plan,
        reason: because.code,
        params: because.params,
      }),
    ),
    ...unfinished.map(eventFor('plan_unfinished')),
    ...before.blocked
      .filter(({ plan }) => !after.blocked.some((one) => one.plan === plan))
      .map(eventFor('plan_unblocked')),
    ...after.aside.filter(isIn(before.working)).map(eventFor('plan_waiting')),
    ...after.working.filter(isIn(before.aside)).map(eventFor('plan_answered')),
  ];
}
