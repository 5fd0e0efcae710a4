/**
 * Where the queue of plans stands, as `<stateDir>/state.json` and `GET /state` tell it (DO-12): a fold over the journal of
 * the queue and those of its children.
 */
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
  /** The same as a sentence. */
  readonly detail: string;
  readonly blockedAt: string;
  readonly retries: number;
}

export interface QueueHappening extends QueueEvent {
  readonly at: string;
}

export interface QueueDocument {
  readonly version: 1;
  readonly mode: QueueMode;
  readonly lastMergeSha: string | null;
  readonly active: ActivePlan | null;
  readonly blocked: Readonly<Record<string, BlockedPlan>>;
  /** Plans that wait for a person, while others go on. */
  readonly waiting: Readonly<Record<string, ActivePlan>>;
  readonly history: readonly QueueHappening[];
  readonly runsFired: number;
}

/** What a successor is told of what was before it. */
export type QueuePast = Pick<QueueDocument, 'blocked' | 'history' | 'runsFired'>;

export interface QueueView {
  /** One more entry of the queue or of one of its children; answers with what is news for a person. */
  see(run: string, entry: Entry): readonly QueueHappening[];
  document(): QueueDocument | null;
  past(): QueuePast;
  /** The queue itself, as it stands. */
  queue(): QueueState | null;
}

const longestHistory = 100;

/** `reasonText` words a reason; `run` is the queue's own. */
export function queueView(run: string, reasonText: (because: BlockReason) => string): QueueView {
  let state: QueueStates | null = null;
  let last: QueueState | null = null;
  let past: QueuePast = { blocked: {}, history: [], runsFired: 0 };
  let isCeilingTold = false;
  const startedAtMs = new Map<string, number>();
  const retries = new Map<string, number>();

  const tell = (atMs: number, events: readonly QueueEvent[]): readonly QueueHappening[] => {
    const told = events.map((event) => ({ at: iso(atMs), ...event }));
    past = { ...past, history: [...past.history, ...told].slice(-longestHistory) };
    return told;
  };

  return {
    see(from, entry) {
      if (from !== run) return tell(entry.atMs, ofChild(from, entry));
      if (entry.type === 'started') past = { ...past, ...((entry.input as QueueInput).past as QueuePast | undefined) };
      if (entry.type === 'started' || entry.type === 'moved' || entry.type === 'upgraded')
        return become(entry.state as QueueStates, entry.atMs);
      if (entry.type !== 'noted') return [];
      return tell(entry.atMs, noted(entry.code, entry.params));
    },
    document: () => {
      const queue = last;
      return queue && documentOf(queue, state?.at, past, (work) => active(queue, work));
    },
    past: () => past,
    queue: () => last,
  };

  function become(next: QueueStates, atMs: number) {
    const before = last;
    const events = eventsBetween(state === null ? null : before, next);
    state = next;
    if (next.at === 'renewed') return [];
    last = next.queue;
    for (const { event, planId } of events) if (event === 'plan_started' && planId !== undefined) begin(planId, atMs);
    past = { ...past, blocked: blockedIn(before, last, atMs) };
    return tell(atMs, events);
  }

  function begin(plan: string, atMs: number) {
    past = { ...past, runsFired: past.runsFired + 1 };
    const work = last?.working.find((one) => one.plan === plan);
    if (work) startedAtMs.set(work.child, atMs);
  }

  function blockedIn(before: QueueState | null, { blocked }: QueueState, atMs: number) {
    const row = (plan: string, because: BlockReason): BlockedPlan =>
      past.blocked[plan] ?? {
        reason: because.code,
        detail: reasonText(because),
        blockedAt: iso(atMs),
        retries: Math.max(0, ...worksOf(before).map((work) => (work.plan === plan ? retriesOf(work) : 0))),
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

  function ofChild(from: string, entry: Entry): readonly QueueEvent[] {
    if (entry.type === 'noted') return noted(entry.code, entry.params);
    if (entry.type !== 'failed' || !rateLimits.includes(entry.failure.code)) return [];
    const work = worksOf(last).find(({ child }) => from === child || from.startsWith(`${child}.`));
    if (work === undefined) return [];
    retries.set(work.child, retriesOf(work) + 1);
    const params = { at: iso(entry.againAtMs) };
    return [{ event: 'rate_limited', planId: work.plan, reason: entry.failure.code, params }];
  }

  function noted(code: string, params: Params): readonly QueueEvent[] {
    if (code === 'daemon.restarted') return [{ event: 'daemon_restarted', params }];
    if (code !== 'budget.ceiling-reached' || isCeilingTold) return [];
    isCeilingTold = true;
    return [{ event: 'budget_ceiling_reached', params }];
  }
}

const worksOf = (queue: QueueState | null): readonly RunningPlan[] =>
  queue === null ? [] : [...queue.working, ...queue.aside];

export const logPathOf = (stateDir: string, { plan, stamp }: Pick<RunningPlan, 'plan' | 'stamp'>): string =>
  `${stateDir}/logs/${plan}-${stamp}.log`;

function documentOf(
  queue: QueueState,
  at: QueueStates['at'] | undefined,
  past: QueuePast,
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

/** One that has stopped does nothing new until somebody starts it and says so: it boots paused (DO-11). */
function modeOf({ stopping, paused, working, judge }: QueueState, at: QueueStates['at'] | undefined): QueueMode {
  if (at === 'stopped') return 'paused';
  if (stopping) return 'stopping';
  if (paused !== null) return 'paused';
  return working.length > 0 || judge !== null ? 'running' : 'idle';
}
