/** Steps in which the queue waits for its children and for signals, while a plan runs or while idle. */
import { anyChild } from '../../effects/any-child.ts';
import type { CallResult } from '../../effects/call.ts';
import { first } from '../../effects/first.ts';
import { signal } from '../../effects/signal.ts';
import type { ChildId } from '../../effects/spawn.ts';
import { defineStep } from '../../machine/machine.ts';
import type { FidelityOutcome } from '../fidelity/machine.ts';
import type { PlanResult } from '../plan/job.ts';
import { type BlockReason, failedPlans, type QueueState, type QueueStates } from './state.ts';

const step = defineStep<QueueStates>();

/** Signals that the queue accepts in every waiting state; repeated signals change nothing. */
export const queueSignals = ({ blocked }: QueueState) => ({
  control: signal('queue', ['pause', 'resume', 'stop', 'start']),
  unblock: signal(
    'unblock',
    blocked.map(({ plan }) => plan),
  ),
});

type ChildResult = PlanResult | FidelityOutcome | { readonly at: 'seen' };

const needs = ({ queue }: { readonly queue: QueueState }) => ({
  came: first({
    ended: anyChild<ChildResult>(childrenOf(queue)),
    ...queueSignals(queue),
    asks: signal('asks', childIds(queue.working)),
    answered: signal('answered', childIds(queue.aside)),
  }),
});

type WaitResult = ReturnType<typeof needs>['came'] extends { readonly value?: infer Value }
  ? NonNullable<Value>
  : never;

const nextFrom =
  <To>(stay: (queue: QueueState) => To) =>
  ({ queue: before }: { readonly queue: QueueState }, { came }: { readonly came: WaitResult }) => {
    const queue = countMove(before);
    const pickOrStay = (now: QueueState) => (mayPick(now) ? ({ at: 'picking', queue: now } as const) : stay(now));
    const toStopped = (now: QueueState) => ({ at: 'stopped', queue: now }) as const;
    switch (came.of) {
      case 'ended': {
        const now = afterChild(queue, came.value);
        return now.stopping && isSettled(now) ? toStopped(now) : ({ at: 'looking', queue: now } as const);
      }
      case 'unblock':
        return pickOrStay(unblockPlan(queue, came.value));
      case 'asks':
        return pickOrStay(movePlan(queue, came.value, 'working', 'aside'));
      case 'answered':
        return stay(movePlan(queue, came.value, 'aside', 'working'));
      case 'control': {
        const now = applyCommand(queue, came.value);
        return now.stopping && isSettled(now) ? toStopped(now) : pickOrStay(now);
      }
    }
  };

/** A watch already exists when the queue is idle. */
const runningOrIdle = (queue: QueueState) => ({
  at: isSettled(queue) ? ('idle' as const) : ('running' as const),
  queue,
});

export const waitSteps = [
  step({
    at: 'running',
    to: ['running', 'looking', 'picking', 'watching', 'idle', 'stopped'],
    needs,
    next: nextFrom((queue) => toIdle(queue)),
  }),
  step({ at: 'idle', to: ['running', 'looking', 'picking', 'idle', 'stopped'], needs, next: nextFrom(runningOrIdle) }),
] as const;

function applyCommand(queue: QueueState, command: 'pause' | 'resume' | 'stop' | 'start'): QueueState {
  switch (command) {
    case 'pause':
      return { ...queue, paused: queue.paused ?? 'paused' };
    case 'resume':
      return { ...queue, paused: null };
    case 'stop':
      return { ...queue, stopping: true };
    case 'start':
      return queue;
  }
}

function afterChild(queue: QueueState, { child, end, result }: CallResult<ChildResult>): QueueState {
  if (child === queue.watcher) return { ...queue, watcher: null, print: null };
  if (child === queue.judge)
    return { ...queue, judge: null, paused: afterJudgement(queue, result as FidelityOutcome | null) };
  const work = [...queue.working, ...queue.aside].find((one) => one.child === child);
  if (work === undefined) throw new Error(`${child} is no child of the queue`);
  const rest = {
    ...queue,
    working: queue.working.filter((one) => one !== work),
    aside: queue.aside.filter((one) => one !== work),
  };
  const planned = result as PlanResult | null;
  if (planned?.at === 'shipped') return { ...rest, shipped: [...queue.shipped, work.plan] };
  const failed = [...failedPlans(queue), work];
  if (end === 'capped') return { ...rest, failed, paused: queue.paused ?? 'budget_cap_reached' };
  return { ...rest, failed, blocked: [...queue.blocked, { plan: work.plan, because: reasonOf(planned) }] };
}

const afterJudgement = ({ paused }: QueueState, result: FidelityOutcome | null) =>
  paused ?? (result?.at === 'judged' && result.blocked ? 'fidelity_blocked' : null); // D-61

function reasonOf(planned: PlanResult | null): BlockReason {
  if (planned?.at === 'failed') return planned.because;
  if (planned?.at === 'spent') return { code: 'plan.passes-spent', params: {} }; // Dd-04
  return { code: planned?.at === 'built' ? 'plan.not-merged' : 'plan.stopped', params: {} };
}

export const continueQueue = (queue: QueueState) =>
  mayPick(queue) ? ({ at: 'picking', queue } as const) : toIdle(queue);

const mayPick = (queue: QueueState) => {
  const isOpen = queue.paused === null || queue.paused === 'plans_disordered';
  return isOpen && queue.away === null && !queue.stopping && isSettled(queue);
};

export const toIdle = (queue: QueueState) =>
  isSettled(queue) && queue.watcher === null ? ({ at: 'watching', queue } as const) : runningOrIdle(queue);

/** No plan and no judge is running; plans may still wait for a person. */
const isSettled = ({ working, judge }: QueueState): boolean => working.length === 0 && judge === null;
export const hasNoOpenPlans = (queue: QueueState): boolean =>
  isSettled(queue) && queue.aside.length === 0 && !queue.stopping;

export const unavailablePlans = ({ blocked, working, aside }: QueueState): readonly string[] =>
  [...blocked, ...working, ...aside].map(({ plan }) => plan);

export const unblockPlan = (queue: QueueState, plan: string): QueueState => ({
  ...queue,
  blocked: queue.blocked.filter((one) => one.plan !== plan),
});

const movePlan = (
  queue: QueueState,
  child: string,
  from: 'working' | 'aside',
  to: 'working' | 'aside',
): QueueState => ({
  ...queue,
  [from]: queue[from].filter((one) => one.child !== child),
  [to]: [...queue[to], ...queue[from].filter((one) => one.child === child)],
});

/** Counts down the moves until renewal (M7). */
export const countMove = (queue: QueueState): QueueState =>
  queue.movesLeft === null ? queue : { ...queue, movesLeft: Math.max(0, queue.movesLeft - 1) };

const childIds = (works: QueueState['working']): readonly string[] => works.map(({ child }) => child);

const childrenOf = ({ working, aside, judge, watcher }: QueueState): readonly ChildId<ChildResult>[] => [
  ...childIds([...working, ...aside]),
  ...(judge === null ? [] : [judge]),
  ...(watcher === null ? [] : [watcher]),
];
