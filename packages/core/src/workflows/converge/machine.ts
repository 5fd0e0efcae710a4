/** Converge: implements, checks, reviews and repairs in a new lane until nothing blocks; leaves one commit. */
import { closeLane, commitLane, openLane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { question } from '../../effects/question.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';
import { acceptanceSteps } from './acceptance.ts';
import { applyConvergeChanges } from './apply-changes.ts';
import { baseSteps } from './base.ts';
import { continueBranchSteps } from './continue-branch.ts';
import type { Repair } from './implementer.ts';
import {
  type ConvergeJob,
  type ConvergeResult,
  type ConvergeState,
  laneInstallation,
  type Pass,
  passState,
  toFirstCall,
  toGiveUp,
} from './job.ts';
import { passSteps } from './pass.ts';

const step = defineStep<ConvergeState>();

export const converge = defineMachine<ConvergeJob, ConvergeState, ConvergeResult>()({
  id: 'converge',
  version: 1,
  start: (job) => (job.mend ? { at: 'continuing', job, mend: job.mend } : { at: 'opening', job }),
  steps: [
    step({
      at: 'opening',
      to: ['checking-base', 'accepting', 'implementing', 'failed'],
      needs: ({ job }) => ({
        lane: act(openLane, laneOptions(job)),
      }),
      next: ({ job }, { lane }) => {
        if (!lane.ok) return { at: 'failed', because: lane.failure };
        const passesLeft = job.passes - 1;
        const checkpoint = lane.value.base;
        return toFirstCall({ job, lane: lane.value, checkpoint, passesLeft, followUps: [] }, checkpoint);
      },
    }),
    ...baseSteps,
    ...acceptanceSteps,
    ...continueBranchSteps,
    ...passSteps,
    step({
      at: 'deciding',
      to: ['implementing', 'closing'],
      needs: ({ job, repair }) => ({
        answer: question(
          'passes',
          { passes: job.passes, because: repair.because, ...redIn(job, repair) },
          logsIn(repair),
        ),
      }),
      next: (state, { answer }) =>
        answer.choice === 'one more pass'
          ? { ...passState(state), at: 'implementing', passesLeft: 0, repair: state.repair }
          : { at: 'closing', lane: state.lane, over: { at: 'spent', repair: state.repair } },
    }),
    step({
      at: 'committing',
      to: ['closing'],
      needs: ({ lane, checkpoint, job }) => ({
        done: act(commitLane, { lane, checkpoint, message: subject(job.title ?? job.task) }),
      }),
      next: (state, { done }) => {
        if (!done.ok) return toGiveUp(state, done.failure);
        const { lane, followUps, job, passesLeft } = state;
        const own = job.branch === undefined ? {} : { branch: lane.branch, passesLeft }; // the caller that named it needs the real name
        return {
          at: 'closing',
          lane,
          over: { at: 'converged', followUps, commit: done.value.commit, ...own, ...decisionsOf(state) },
        };
      },
    }),
    step({
      at: 'closing',
      to: ['converged', 'spent', 'stopped', 'failed'],
      needs: ({ lane }) => ({ closed: act(closeLane, { lane }) }),
      // Closing never changes the result; the journal shows a close that failed.
      next: ({ over }) => over,
    }),
  ],
  ends: { converged: 'done', spent: 'limit-reached', stopped: 'stopped', failed: 'by-failure' },
  result: (state) => (state.at === 'spent' ? { at: 'spent' } : state),
  results: [
    { at: 'converged', followUps: [], commit: 'd1', branch: 'task/x', passesLeft: 1 },
    { at: 'converged', followUps: [], commit: 'd1', branch: 'task/x', passesLeft: 0 },
    { at: 'converged', followUps: [], commit: null, branch: 'task/x', passesLeft: 0 },
    { at: 'spent' },
    { at: 'stopped' },
    { at: 'failed', because: { code: 'agent.crash', params: {} } },
  ],
  adjust: applyConvergeChanges,
  release: (state) => {
    if ('lane' in state) return { closed: act(closeLane, { lane: state.lane }) };
    return state.at === 'opening' || state.at === 'continuing' ? { closed: act(closeLane, { lane: null }) } : {};
  },
});

const decisionsOf = ({ ignored, unwitnessed, promised, frozen }: Pass) => ({
  ...(ignored ? { ignored } : {}),
  ...(unwitnessed ? { unwitnessed } : {}),
  ...(promised ? { promised } : {}),
  ...(frozen ? { frozen } : {}),
});

const laneOptions = (job: ConvergeJob) => {
  const { slug, branch, from, at, continues } = job;
  return {
    slug,
    ...laneInstallation(job),
    ...(continues ? { continues } : {}),
    ...(branch === undefined ? {} : { branch }),
    ...(from === undefined ? {} : { from }),
    ...(at === undefined ? {} : { at }),
  };
};

const logsIn = (repair: Repair) =>
  repair.because === 'checks' ? repair.red.flatMap(({ log }) => (log === null ? [] : [log])) : [];

/** Names the red checks; runs of older versions asked without them. */
const redIn = ({ baseline }: ConvergeJob, repair: Repair) =>
  baseline !== undefined && repair.because === 'checks'
    ? { checks: repair.red.map(({ command }) => command).join(', ') }
    : {};

/** The first line of the task, short enough for a subject. */
function subject(task: string): string {
  const line = task.trim().split('\n')[0] ?? '';
  return line.length <= 72 ? line : `${line.slice(0, 71).trimEnd()}…`;
}
