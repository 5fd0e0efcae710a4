/** Sends tasks to the executor, and saves what it wrote. Its word alone completes nothing. */
import { agent } from '../../../effects/agent.ts';
import { keepHandoff, readSegment } from '../../../effects/autopilot.ts';
import { openCheckout, saveCheckout } from '../../../effects/checkout.ts';
import type { Lane } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { taskExecutor } from '../roles/executor.ts';
import { wholeWork } from '../roles/session-input.ts';
import { specOf } from '../session.ts';
import { executorInput, handoffOf, workItem } from './executor-call.ts';
import type { Answered, Work } from './job.ts';
import { beginTasks, executorPlace, openTasks, sentTasks, toRetry, workFailed, workOf, workStep } from './state.ts';

export const executeSteps = [
  workStep({
    at: 'reading',
    to: ['executing', 'failed'],
    needs: ({ job: { session }, order: { phase, plan, from }, lane }) => ({
      segment: act(readSegment, { ...specOf(session), phase, plan, from }),
      ...startEffects(lane),
    }),
    next: (state, { segment, start }) => {
      if (!segment.ok) return workFailed(segment.failure);
      if (!start.ok) return workFailed(start.failure);
      return { ...beginTasks(state, segment.value, start.value.commit), at: 'executing' };
    },
  }),
  workStep({
    at: 'preparing-fixes',
    to: ['executing', 'failed'],
    needs: ({ lane }) => startEffects(lane),
    next: (state, { start }) => {
      if (!start.ok) return workFailed(start.failure);
      const tasks = state.order.fixes.map(({ title }, at) => ({ n: at + 1, title }));
      return {
        ...beginTasks(state, { tasks, checkpoint: null, isLast: true }, start.value.commit),
        at: 'executing',
      };
    },
  }),
  workStep({
    at: 'executing',
    to: ['saving', 'restoring', 'failed'],
    needs: (state) => ({
      worked: agent(taskExecutor, executorPlace, executorInput(state), { item: workItem(state.job) }),
    }),
    next: (state, { worked }) => {
      if (!worked.ok)
        // Interrupted: the checkout is restored before the call is repeated, and what it wrote is kept.
        return worked.failure.code === 'agent.aborted'
          ? { ...workOf(state), at: 'restoring' }
          : workFailed(worked.failure);
      const { completed, failed, concerns, learnings, output } = worked.value;
      const answered = answeredTasks(state, completed, failed);
      return { ...workOf(state), at: 'saving', answered, said: { output, concerns, learnings } };
    },
  }),
  workStep({
    at: 'restoring',
    to: ['executing', 'failed'],
    needs: ({ lane: { branch, base }, checkpoint }) => ({
      opened: act(openCheckout, {
        base: branch,
        saved: checkpoint === base ? null : { base, checkpoint },
        stays: false,
        foreign: [],
      }),
    }),
    next: (state, { opened }) => {
      if (!opened.ok) return workFailed(opened.failure);
      const { path, branch, base } = opened.value; // others may have committed since
      return { ...workOf(state), at: 'executing', lane: { path, branch, base } };
    },
  }),
  workStep({
    at: 'saving',
    to: ['inspecting', 'gathering', 'recovering', 'failed'],
    needs: (state) => ({
      saved: act(saveCheckout, { lane: state.lane, foreign: [], before: state.checkpoint }),
      handoff: act(keepHandoff, handoffOf(state)),
    }),
    next: (state, { saved, handoff }) => {
      if (!saved.ok) return workFailed(saved.failure);
      if (!handoff.ok) return workFailed(handoff.failure);
      const { commit, diff, isUnchanged } = saved.value;
      return afterSaving({ ...workOf(state), checkpoint: commit }, { ...state.answered, diff }, isUnchanged);
    },
  }),
] as const;

/** Plans, decision records and changes of a person may be uncommitted: an interrupted call must not remove them. */
const startEffects = (lane: Lane) => ({ start: act(saveCheckout, { lane, foreign: [] }) });

/** Findings are numbered from 1 in each call; tasks keep their numbers. */
function answeredTasks(state: Work, completed: readonly number[], failed: Answered['failed']): Answered {
  const sent = sentTasks(state);
  const { order } = state.job;
  // Whatever it counts, the work as a whole is complete or not.
  if (sent.some(({ n }) => n === wholeWork))
    return {
      sent,
      completed: failed === null && completed.length > 0 ? [wholeWork] : [],
      failed: failed && { ...failed, task: wholeWork },
    };
  const numberOf = (named: number) => (order.is === 'fixes' ? (sent[named - 1]?.n ?? named) : named);
  return {
    sent,
    completed: completed.map(numberOf),
    failed: failed && { ...failed, task: numberOf(failed.task) },
  };
}

/** A task that the executor reports as failed, or leaves out, has failed. */
function afterSaving(work: Work, answered: Answered, isUnchanged: true | undefined) {
  const { failed, sent } = answered;
  const left = openTasks(work, answered);
  const isLeft = sent.some(({ n }) => left.some((task) => task.n === n));
  if (failed !== null) return toRetry(work, left, { is: 'reported', error: failed.error });
  if (isLeft) return toRetry(work, left, { is: 'left-out' });
  // A task that changes nothing is not done. A later task of the same plan may have nothing left to do.
  if (isUnchanged && work.checkpoint === work.start && !isForPerson(work, sent))
    return toRetry(work, sent, { is: 'no-change' });
  return { ...work, at: 'inspecting', answered } as const;
}

/** A person decides or acts: the task itself may have nothing to build, and the person confirms it. */
const isForPerson = ({ stop }: Work, sent: Answered['sent']): boolean =>
  stop !== null && stop.kind !== 'human-verify' && sent.every(({ n }) => n === stop.task.n);
