/** The parts that states of the work share, and the ways out of it. */
import type { Workplace } from '../../../effects/agent.ts';
import type { PlanSegment, TaskOfPlan } from '../../../effects/autopilot.ts';
import type { Failure } from '../../../failure/failure.ts';
import { defineStep } from '../../../machine/machine.ts';
import { type CheckpointAnswer, wholeWork } from '../roles/session-input.ts';
import type {
  Answered,
  AutopilotWorkState,
  Begun,
  Consent,
  Fault,
  NextRetry,
  PlanOrder,
  Work,
  WorkQuestion,
  WorkResult,
} from './job.ts';

export const workStep = defineStep<AutopilotWorkState>();

/** Takes the shared fields of a state, without its own. */
export function workOf(state: Work): Work {
  const { job, lane, start, checkpoint, consent, left, stop, isLastSegment, retries, retry, landingsLeft } = state;
  return {
    job,
    lane,
    start,
    checkpoint,
    consent,
    left,
    stop,
    isLastSegment,
    retries,
    retry,
    landingsLeft,
    ...(state.isReturned ? { isReturned: true } : {}),
    ...(state.isTroubled ? { isTroubled: true } : {}),
  };
}

/** How often others may move the branch while the work is checked. */
const maxLandings = 1;

/** The checkout is never reset automatically: an interrupted call ends, and its files are kept first. */
export const executorPlace: Workplace = { cwd: '.', checkpoint: null };

/** The task that is open, or the work as a whole. */
export const openTask = ({ left: [first], job }: Pick<Work, 'left' | 'job'>): TaskOfPlan =>
  first ?? { n: wholeWork, title: job.subject.replace(/^\[autopilot\] /, '') };

/** A failed task is sent alone, before the others. */
export const sentTasks = ({ left, retry }: Work): readonly TaskOfPlan[] => (retry === null ? left : left.slice(0, 1));

export const workFailed = (because: Failure): Extract<WorkResult, { at: 'failed' }> => ({ at: 'failed', because });

export const workStopped = ({ lane, consent }: Pick<Work, 'lane' | 'consent'>, question: WorkQuestion | null) =>
  ({ at: 'stopped', lane, consent, question }) as const;

const begunOf = ({ job, lane, consent, isTroubled }: Begun): Begun => ({
  job,
  lane,
  consent,
  ...(isTroubled ? { isTroubled } : {}),
});

/** Reads the tasks of the plan from `order.from` on. */
export const toReading = (state: Begun, order: PlanOrder) => ({ ...begunOf(state), at: 'reading', order }) as const;

/** `start` is the commit of the files at this moment. */
export function beginTasks(
  state: Begun,
  { tasks: left, checkpoint, isLast: isLastSegment }: PlanSegment,
  start: string,
): Work {
  const task = left.at(-1);
  return {
    ...begunOf(state),
    start,
    checkpoint: start,
    left,
    stop: checkpoint !== null && task !== undefined ? { ...checkpoint, task } : null,
    isLastSegment,
    retries: 0,
    retry: null,
    landingsLeft: maxLandings,
  };
}

/** The tasks that the answer leaves open, the failed one first. `null` if all that were sent are complete. */
export function openTasks(state: Work, { sent, completed, failed }: Answered): readonly TaskOfPlan[] {
  const isDone = ({ n }: TaskOfPlan) =>
    sent.some((task) => task.n === n) && completed.includes(n) && failed?.task !== n;
  const open = state.left.filter((task) => !isDone(task));
  return open.toSorted((one, other) => Number(other.n === failed?.task) - Number(one.n === failed?.task));
}

/** The tasks that were sent count as one piece of work: if it is red, the last of them failed. */
export function reopened(state: Work, { sent }: Answered): readonly TaskOfPlan[] {
  const last = sent.at(-1);
  const unsent = state.left.filter(({ n }) => !sent.some((task) => task.n === n));
  return last === undefined ? unsent : [last, ...unsent];
}

/** A person may have ignored every check, because all of them are red on the base: then only the documents are left. */
export function toChecking(state: Work, answered: Answered) {
  const { checks } = state.job.session;
  return checks.length === 0
    ? ({ ...workOf(state), at: 'validating', answered } as const)
    : ({ ...workOf(state), at: 'checking', answered, unchecked: checks, red: [] } as const);
}

/** After a fault: the next retry, or the end of the retries. */
export function toRetry(state: Work, left: readonly TaskOfPlan[], fault: Fault) {
  const work = { ...workOf(state), left };
  const isSpent = work.retries >= work.job.session.retries;
  return isSpent ? ({ ...work, at: 'recovering', fault } as const) : ({ ...work, at: 'gathering', fault } as const);
}

/** A person or a proof sends green work back: its retries start from 1. */
export const toFirstRetry = (state: Work, left: readonly TaskOfPlan[], fault: Fault) =>
  ({ ...workOf(state), at: 'gathering', left, retries: 0, retry: null, fault }) as const;

/** Sends the first open task again. */
export const toExecution = (state: Work, retry: NextRetry) =>
  ({ ...workOf(state), at: 'executing', retries: retry.attempt, retry, landingsLeft: maxLandings }) as const;

/** The last answer at a checkpoint reaches the next calls, with its note. */
export function withAnswer({ consent }: Pick<Work, 'consent'>, answer: CheckpointAnswer): Consent {
  const others = (consent.answers ?? []).filter(({ task }) => task !== answer.task);
  return { ...consent, answers: [...others, answer] };
}
