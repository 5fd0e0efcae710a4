/**
 * Runs plan files without end: counts merges, runs the release gate and the fidelity judge, then the next plan.
 *
 *   Q1. One plan runs at a time. A failed plan stays blocked until a person unblocks it; the queue continues (D-45).
 *   Q2. Paused means that no new plan starts; the running plan continues. The engine, not the queue, handles a freeze.
 *   Q3. Every merge counts once, also merges by people. The first list of merges is only the baseline (DO-12).
 *   Q4. A plan that waits for a person is set aside, and other plans run.
 *   Q5. A stop lets the running plan finish. A queue that is started again keeps its state and boots paused.
 *   Q6. An idle queue writes nothing: a watch beside it reports new merges and plan files.
 *   Q7. A plan that failed after its work was done resumes at the failed step, unless its file changed (decision 64).
 */

import { first } from '../../effects/first.ts';
import { listMerged } from '../../effects/forge.ts';
import { judgeRelease } from '../../effects/gate.ts';
import { act } from '../../effects/operation.ts';
import { pickPlan } from '../../effects/queue.ts';
import { reopen } from '../../effects/reopen.ts';
import { spawn } from '../../effects/spawn.ts';
import { type Changes, defineMachine, defineStep } from '../../machine/machine.ts';
import { maxComparedMerges, newMerges } from '../../plans/merges.ts';
import { fidelity } from '../fidelity/machine.ts';
import { plan } from '../plan/machine.ts';
import { planBranch, planJobOf } from './job.ts';
import {
  type CarriedState,
  failedPlans,
  type PauseReason,
  type QueueInput,
  type QueueSettings,
  type QueueState,
  type QueueStates,
} from './state.ts';
import {
  continueQueue,
  countMove,
  hasNoOpenPlans,
  queueSignals,
  toIdle,
  unavailablePlans,
  unblockPlan,
  waitSteps,
} from './wait.ts';
import { watch } from './watch.ts';

const step = defineStep<QueueStates>();

export const queueMachine = defineMachine<
  QueueInput,
  QueueStates,
  { readonly at: 'renewed'; readonly carried: CarriedState }
>()({
  id: 'plans',
  version: 1,
  start: ({ settings, carried }) => ({ at: 'looking', queue: initialState(settings, carried) }),
  steps: [
    step({
      at: 'looking',
      to: ['gating', 'judging', 'picking', 'watching', 'idle', 'running', 'renewed'],
      needs: ({ queue }) => ({ listed: act(listMerged, { base: queue.settings.base, most: maxComparedMerges }) }),
      next: ({ queue: before }, { listed }) => {
        const queue = countMove(before);
        if (!listed.ok) return toIdle({ ...queue, away: listed.failure, watcher: null }); // a new watch notices when the forge is back
        const { merged } = listed.value;
        const news = newMerges(queue.seen, merged).length;
        const untilJudged = Math.max(0, queue.untilJudged - news);
        const now = { ...queue, seen: merged.map(({ sha }) => sha), untilJudged, away: null };
        if (news > 0 && queue.settings.releaseSpec !== null) return { at: 'gating', queue: now };
        if (isJudgementDue(now)) return { at: 'judging', queue: now };
        return now.movesLeft === 0 && hasNoOpenPlans(now)
          ? { at: 'renewed', carried: carriedState(now) }
          : continueQueue(now);
      },
    }),
    step({
      at: 'gating', // D-46, D-65; a release that is not ready causes no event (D-66)
      to: ['judging', 'picking', 'watching', 'idle', 'running'],
      needs: ({ queue }) => ({ gate: act(judgeRelease, { specPath: queue.settings.releaseSpec ?? '' }) }),
      next: ({ queue }, { gate }) => {
        const now = gate.ok && gate.value.ready ? pauseQueue(queue, 'release_ready') : queue;
        return isJudgementDue(now) ? { at: 'judging', queue: now } : continueQueue(now);
      },
    }),
    step({
      at: 'judging', // D-59
      to: ['running'],
      needs: ({ queue: { settings } }) => {
        const { specPath, threshold } = settings.fidelity ?? { specPath: '', threshold: 0 };
        return { judge: spawn(fidelity, 'Fidelity', { specPath, threshold }) };
      },
      next: ({ queue }, { judge }) => ({
        at: 'running',
        queue: { ...queue, judge, untilJudged: queue.settings.fidelity?.every ?? 0 },
      }),
    }),
    step({
      at: 'picking',
      to: ['resuming', 'starting', 'watching', 'idle'],
      needs: ({ queue }) => {
        const { planDir, completedDir } = queue.settings;
        return {
          found: act(pickPlan, { planDir, completedDir, held: unavailablePlans(queue), shipped: queue.shipped }),
        };
      },
      next: ({ queue }, { found }) => {
        if (!found.ok) return idleOrWatching(pauseForDisorder(queue, found.failure.code));
        if (found.value.is === 'disordered')
          return idleOrWatching(pauseForDisorder({ ...queue, print: found.value.print }, found.value.detail));
        const { print, lingering } = found.value;
        const now: QueueState = { ...queue, print, shipped: lingering, paused: null, disorder: null };
        if (found.value.is === 'none' || unavailablePlans(now).includes(found.value.plan.id))
          return idleOrWatching(now);
        const { plan: picked } = found.value;
        const work = failedPlans(now).find(({ plan: id }) => id === picked.id);
        return work ? { at: 'resuming', queue: now, plan: picked, work } : { at: 'starting', queue: now, plan: picked };
      },
    }),
    step({
      at: 'resuming', // Q7
      to: ['running', 'starting'],
      needs: ({ plan: { text }, work }) => ({ child: reopen(work.child, { text }) }),
      next: ({ queue: before, plan: picked, work }, { child }) => {
        const queue = { ...before, failed: failedPlans(before).filter((one) => one.child !== work.child) };
        return child === null
          ? { at: 'starting', queue, plan: picked }
          : { at: 'running', queue: { ...queue, working: [...queue.working, work] } };
      },
    }),
    step({
      at: 'starting',
      to: ['running'],
      needs: ({ queue: { settings }, plan: { id, title }, plan: picked }) => ({
        child: spawn(plan, `${id} ${title}`, planJobOf(settings, picked)),
      }),
      next: ({ queue, plan: { id, stamp }, plan: picked }, { child }) => ({
        at: 'running',
        queue: { ...queue, working: [...queue.working, { plan: id, branch: planBranch(picked), stamp, child }] },
      }),
    }),
    step({
      at: 'watching',
      to: ['idle'],
      needs: ({ queue: { settings, seen, print, away } }) => {
        const { planDir, completedDir, base, tickMs: everyMs } = settings;
        const known = away === null ? seen : null;
        const args = { planDir, completedDir, base, most: maxComparedMerges, seen: known, print, everyMs };
        return { watcher: spawn(watch, 'Watch', args) };
      },
      next: ({ queue }, { watcher }) => ({ at: 'idle', queue: { ...queue, watcher } }),
    }),
    ...waitSteps,
    step({
      at: 'stopped', // Q5
      to: ['stopped', 'looking'],
      needs: ({ queue }) => ({ came: first(queueSignals(queue)) }),
      next: ({ queue }, { came }) => {
        if (came.of === 'unblock') return { at: 'stopped', queue: unblockPlan(queue, came.value) };
        if (came.value !== 'start') return { at: 'stopped', queue }; // the signal was meant for the queue before it stopped
        return { at: 'looking', queue: { ...queue, stopping: false, paused: 'booted' } };
      },
    }),
  ],
  ends: { renewed: 'done' },
  result: (state) => state,
  results: [{ at: 'renewed', carried: { seen: [], untilJudged: 0, blocked: [], shipped: [], paused: null } }],
  adjust,
});

const initialState = (settings: QueueSettings, carried: CarriedState | null): QueueState => ({
  seen: null,
  untilJudged: settings.fidelity?.every ?? 0,
  blocked: [],
  shipped: [],
  paused: 'booted',
  ...carried,
  settings,
  stopping: false,
  working: [],
  aside: [],
  judge: null,
  watcher: null,
  print: null,
  away: null,
  disorder: null,
  movesLeft: settings.renewAfter,
});

export const carriedState = ({ seen, untilJudged, blocked, shipped, paused: why }: QueueState): CarriedState => ({
  seen,
  untilJudged,
  blocked,
  shipped,
  paused: why,
});

const isJudgementDue = ({ settings, untilJudged, judge, stopping }: QueueState) =>
  settings.fidelity !== null && untilJudged === 0 && judge === null && !stopping;

/** The first pause reason stays. */
const pauseQueue = (queue: QueueState, reason: PauseReason): QueueState => ({
  ...queue,
  paused: queue.paused ?? reason,
});

const pauseForDisorder = (queue: QueueState, disorder: string): QueueState => ({
  ...queue,
  disorder,
  paused: 'plans_disordered',
});

/** The queue picks only if no plan is running, so it is never `running` here. */
const idleOrWatching = (queue: QueueState) => ({
  at: queue.watcher === null ? ('watching' as const) : ('idle' as const),
  queue,
});

/**
 * New settings apply from the next step. A start by a person cancels a stop and leaves the queue paused. `stopped` is true if
 * the daemon before exited for a stop that the queue did not take.
 */
function adjust(state: QueueStates, { settings, started, stopped }: Changes): QueueStates {
  if (state.at === 'renewed') return state;
  const { queue } = state;
  const isRestarted = started === true && (queue.stopping || stopped === true) && state.at !== 'stopped';
  return {
    ...state,
    queue: {
      ...queue,
      ...(settings === undefined ? {} : { settings: settings as QueueSettings }),
      ...(isRestarted ? { stopping: false, paused: queue.paused ?? 'booted' } : {}),
    },
  };
}
