/** Computes the status document of the queue from the journals, for `state.json` and `GET /state` (DO-12). */
import type { Params } from '../../codes.ts';
import type { Entry } from '../../journal/journal.ts';
import { rateLimits } from '../../plans/rate-limit-retries.ts';
import { iso } from '../../views/times.ts';
import { eventsBetween, type QueueEvent } from './events.ts';
import type { BlockReason, QueueInput, QueueState, QueueStates, RunningPlan } from './state.ts';

export type QueueMode = 'paused' | 'running' | 'idle' | 'stopping';

export interface ActivePlan {
  readonly planId: string;
  readonly branch: string;
  readonly startedAt: string;
  readonly logPath: string;
  readonly rateLimitRetries: number;
}

export interface BlockedPlan {
  readonly reason: string;
  readonly detail: string;
  readonly blockedAt: string;
  readonly retries: number;
}

export interface TimedQueueEvent extends QueueEvent {
  readonly at: string;
}

export interface QueueDocument {
  readonly version: 1;
  readonly mode: QueueMode;
  readonly lastMergeSha: string | null;
  readonly active: ActivePlan | null;
  readonly blocked: Readonly<Record<string, BlockedPlan>>;
  /** Plans that wait for a person while other plans run. */
  readonly waiting: Readonly<Record<string, ActivePlan>>;
  readonly history: readonly TimedQueueEvent[];
  readonly runsFired: number;
}

/** The history that a renewed queue takes over from its predecessor. */
export type QueueHistory = Pick<QueueDocument, 'blocked' | 'history' | 'runsFired'>;

export interface QueueView {
  see(run: string, entry: Entry): readonly TimedQueueEvent[];
  document(): QueueDocument | null;
  past(): QueueHistory;
  /** `null` before its first entry. */
  queue(): QueueState | null;
}

const maxHistory = 100;

/** `run` is the id of the queue's own run. */
export function queueView(run: string, reasonText: (because: BlockReason) => string): QueueView {
  let state: QueueStates | null = null;
  let last: QueueState | null = null;
  let past: QueueHistory = { blocked: {}, history: [], runsFired: 0 };
  let isCeilingReported = false;
  const startedAtMs = new Map<string, number>();
  const retries = new Map<string, number>();

  const addEvents = (atMs: number, events: readonly QueueEvent[]): readonly TimedQueueEvent[] => {
    const happenings = events.map((event) => ({ at: iso(atMs), ...event }));
    past = { ...past, history: [...past.history, ...happenings].slice(-maxHistory) };
    return happenings;
  };

  return {
    see(from, entry) {
      if (from !== run) return addEvents(entry.atMs, childEvents(from, entry));
      if (entry.type === 'started')
        past = { ...past, ...((entry.input as QueueInput).past as QueueHistory | undefined) };
      if (entry.type === 'started' || entry.type === 'moved' || entry.type === 'upgraded')
        return applyState(entry.state as QueueStates, entry.atMs);
      if (entry.type !== 'noted') return [];
      return addEvents(entry.atMs, noteEvents(entry.code, entry.params));
    },
    document: () => {
      const queue = last;
      return queue && documentOf(queue, state?.at, past, (work) => active(queue, work));
    },
    past: () => past,
    queue: () => last,
  };

  function applyState(next: QueueStates, atMs: number) {
    const before = last;
    const events = eventsBetween(state === null ? null : before, next);
    state = next;
    if (next.at === 'renewed') return [];
    last = next.queue;
    for (const { event, planId } of events)
      if (event === 'plan_started' && planId !== undefined) countStart(planId, atMs);
    past = { ...past, blocked: blockedRows(before, last, atMs) };
    return addEvents(atMs, events);
  }

  function countStart(plan: string, atMs: number) {
    past = { ...past, runsFired: past.runsFired + 1 };
    const work = last?.working.find((one) => one.plan === plan);
    if (work) startedAtMs.set(work.child, atMs);
  }

  function blockedRows(before: QueueState | null, { blocked }: QueueState, atMs: number) {
    const row = (plan: string, because: BlockReason): BlockedPlan =>
      past.blocked[plan] ?? {
        reason: because.code,
        detail: reasonText(because),
        blockedAt: iso(atMs),
        retries: Math.max(0, ...openPlans(before).map((work) => (work.plan === plan ? retriesOf(work) : 0))),
      };
    return Object.fromEntries(blocked.map(({ plan, because }) => [plan, row(plan, because)]));
  }

  function retriesOf({ child }: RunningPlan): number {
    return retries.get(child) ?? 0;
  }

  function active({ settings: { stateDir } }: QueueState, work: RunningPlan): ActivePlan {
    return {
      planId: work.plan,
      branch: work.branch,
      startedAt: iso(startedAtMs.get(work.child) ?? 0),
      logPath: logPathOf(stateDir, work),
      rateLimitRetries: retriesOf(work),
    };
  }

  function childEvents(from: string, entry: Entry): readonly QueueEvent[] {
    if (entry.type === 'noted') return noteEvents(entry.code, entry.params);
    if (entry.type !== 'failed' || !rateLimits.includes(entry.failure.code)) return [];
    const work = openPlans(last).find(({ child }) => from === child || from.startsWith(`${child}.`));
    if (work === undefined) return [];
    retries.set(work.child, retriesOf(work) + 1);
    const params = { at: iso(entry.againAtMs) };
    return [{ event: 'rate_limited', planId: work.plan, reason: entry.failure.code, params }];
  }

  function noteEvents(code: string, params: Params): readonly QueueEvent[] {
    if (code === 'daemon.restarted') return [{ event: 'daemon_restarted', params }];
    if (code !== 'budget.ceiling-reached' || isCeilingReported) return [];
    isCeilingReported = true;
    return [{ event: 'budget_ceiling_reached', params }];
  }
}

const openPlans = (queue: QueueState | null): readonly RunningPlan[] =>
  queue === null ? [] : [...queue.working, ...queue.aside];

export const logPathOf = (stateDir: string, { plan, stamp }: Pick<RunningPlan, 'plan' | 'stamp'>): string =>
  `${stateDir}/logs/${plan}-${stamp}.log`;

function documentOf(
  queue: QueueState,
  at: QueueStates['at'] | undefined,
  past: QueueHistory,
  active: (work: RunningPlan) => ActivePlan,
): QueueDocument {
  const [working] = queue.working;
  return {
    version: 1,
    mode: modeOf(queue, at),
    lastMergeSha: queue.seen?.[0] ?? null,
    active: working ? active(working) : null,
    blocked: past.blocked,
    waiting: Object.fromEntries(queue.aside.map((work) => [work.plan, active(work)])),
    history: past.history,
    runsFired: past.runsFired,
  };
}

/** A stopped queue boots paused (DO-11). */
function modeOf({ stopping, paused, working, judge }: QueueState, at: QueueStates['at'] | undefined): QueueMode {
  if (at === 'stopped') return 'paused';
  if (stopping) return 'stopping';
  if (paused !== null) return 'paused';
  return working.length > 0 || judge !== null ? 'running' : 'idle';
}
