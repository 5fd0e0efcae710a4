/** What happens to the queue of plans, as its history tells it: a closed list, read off two states that follow each other. */
import type { Params } from '../../codes.ts';
import { type PauseReason, pauseReasons, type QueueState, type QueueStates, type RunningPlan } from './state.ts';

export const queueEvents = [
  ...pauseReasons,
  'resumed',
  'merge_seen',
  'plan_started',
  'plan_shipped',
  'plan_blocked',
  'plan_unblocked',
  'plan_waiting', // for a person; others go on meanwhile
  'plan_answered',
  'plan_unfinished', // it is nobody's fault: the budget is spent
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
  /** A code: why a plan is blocked, why the forge is away. */
  readonly reason?: string;
  readonly params?: Params;
}

export function eventsBetween(before: QueueState | null, after: QueueStates): readonly QueueEvent[] {
  if (after.at === 'renewed') return [];
  const { queue } = after;
  if (before === null) return queue.paused === null ? [] : [pausedBy(queue.paused, queue)];
  return [
    ...merges(before, queue),
    ...plansIn(before, queue),
    ...(before.judge === null && queue.judge !== null ? [{ event: 'fidelity_started' } as const] : []),
    ...pauses(before, queue),
    ...forge(before, queue),
    ...(queue.stopping && !before.stopping ? [{ event: 'stopping' } as const] : []),
    ...(after.at === 'stopped' ? [{ event: 'stopped' } as const] : []),
  ];
}

const pausedBy = (reason: PauseReason, { disorder }: QueueState): QueueEvent => ({
  event: reason,
  ...(reason === 'plans_disordered' ? { params: { detail: disorder ?? '' } } : {}),
});

function pauses(before: QueueState, after: QueueState): readonly QueueEvent[] {
  if (before.paused === after.paused && before.disorder === after.disorder) return [];
  return [after.paused === null ? { event: 'resumed' } : pausedBy(after.paused, after)];
}

function merges(before: QueueState, after: QueueState): readonly QueueEvent[] {
  if (before.seen === null || after.seen === null) return [];
  const known = before.seen;
  return after.seen
    .filter((sha) => !known.includes(sha))
    .map((sha): QueueEvent => ({ event: 'merge_seen', params: { sha } }))
    .reverse();
}

function forge(before: QueueState, after: QueueState): readonly QueueEvent[] {
  if (before.away?.code === after.away?.code) return [];
  if (after.away === null) return [{ event: 'forge_back' }];
  return [{ event: 'forge_away', reason: after.away.code, params: after.away.params }];
}

function plansIn(before: QueueState, after: QueueState): readonly QueueEvent[] {
  const isIn = (works: readonly RunningPlan[]) => (work: RunningPlan) =>
    works.some(({ child }) => child === work.child);
  const inWork = (queue: QueueState) => [...queue.working, ...queue.aside];
  const of =
    (event: QueueEventCode) =>
    ({ plan }: { readonly plan: string }): QueueEvent => ({ event, planId: plan });
  const begun = after.working.filter((work) => !isIn(inWork(before))(work));
  const blocked = after.blocked.filter(({ plan }) => !before.blocked.some((one) => one.plan === plan));
  const ended = inWork(before).filter((work) => !isIn(inWork(after))(work));
  const shipped = ended.filter(({ plan }) => after.shipped.includes(plan));
  const left = ended.filter(({ plan }) => ![...shipped, ...blocked].some((one) => one.plan === plan));
  return [
    ...begun.map(of('plan_started')),
    ...shipped.map(of('plan_shipped')),
    ...blocked.map(
      ({ plan, because }): QueueEvent => ({
        event: 'plan_blocked',
        planId: plan,
        reason: because.code,
        params: because.params,
      }),
    ),
    ...left.map(of('plan_unfinished')),
    ...before.blocked.filter(({ plan }) => !after.blocked.some((one) => one.plan === plan)).map(of('plan_unblocked')),
    ...after.aside.filter(isIn(before.working)).map(of('plan_waiting')),
    ...after.working.filter(isIn(before.aside)).map(of('plan_answered')),
  ];
}
