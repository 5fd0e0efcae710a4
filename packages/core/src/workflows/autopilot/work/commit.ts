/** Passes checkpoints, proves the finished work, and commits it on the current branch. Agents never commit. */
import { call } from '../../../effects/call.ts';
import { publishCheckout, syncCheckout } from '../../../effects/checkout.ts';
import { act } from '../../../effects/operation.ts';
import { ask } from '../../../effects/question.ts';
import { failureOf } from '../../../failure/failure.ts';
import { type ProofJob, type ProofResult, trustOfOlderRuns } from '../../proof/job.ts';
import { changeProof } from '../../proof/machine.ts';
import { autopilotCodes } from '../codes.ts';
import { workItem } from './executor-call.ts';
import type { AfterSync, AutopilotWorkState, Work } from './job.ts';
import {
  openTask,
  toChecking,
  toFirstRetry,
  toReading,
  withAnswer,
  workFailed,
  workOf,
  workStep,
  workStopped,
} from './state.ts';

export const commitSteps = [
  workStep({
    at: 'asking-checkpoint',
    to: ['committing-checkpoint', 'gathering', 'stopped'],
    needs: (state) => ({ answer: checkpointQuestion(state) }),
    next: (state, { answer: { choice, note } }) => {
      const { task } = state.stop;
      if (choice === 'stop') return workStopped(state, state);
      if (choice === 'no') return toFirstRetry(state, [task], { is: 'refused', note });
      const consent = withAnswer(state, { task: task.n, title: task.title, choice, note });
      return { ...workOf(state), at: 'committing-checkpoint', stop: state.stop, consent };
    },
  }),
  workStep({
    at: 'committing-checkpoint',
    to: ['reading', 'proving', 'committing', 'syncing', 'failed'],
    needs: ({ lane, checkpoint, stop: { task } }) => ({
      committed: act(publishCheckout, { lane, checkpoint, message: `[autopilot] ${task.title}`, as: 'commit' }),
    }),
    next: (state, { committed }) => {
      if (!committed.ok) return workFailed(committed.failure);
      if (committed.value.is === 'base-moved') return toSync(state, { is: 'checkpoint', stop: state.stop });
      const { lane } = committed.value;
      return afterSegment({ ...workOf(state), lane, checkpoint: lane.base }, state.stop.task.n + 1);
    },
  }),
  workStep({
    at: 'proving',
    to: ['committing', 'gathering', 'stopped', 'failed'],
    needs: (state) => ({ proof: call(changeProof, state.job.subject, proofJob(state)) }),
    next: (state, { proof: { result } }) => {
      if (result === null || result.at === 'stopped') return workStopped(state, null);
      if (result.at === 'failed') return workFailed(result.because);
      if (result.at === 'proved') return { ...withProof(state, result), at: 'committing' };
      return toFirstRetry({ ...workOf(state), isReturned: true }, [openTask(state)], {
        is: 'proof',
        reasons: result.reasons,
      });
    },
  }),
  workStep({
    at: 'committing',
    to: ['done', 'syncing', 'failed'],
    needs: ({ lane, checkpoint, job: { subject } }) => ({
      committed: act(publishCheckout, { lane, checkpoint, message: subject, as: 'commit' }),
    }),
    next: (state, { committed }) => {
      if (!committed.ok) return workFailed(committed.failure);
      if (committed.value.is === 'base-moved') return toSync(state, { is: 'end' });
      const { lane } = committed.value;
      return { at: 'done', lane, consent: state.consent, ...(state.isTroubled ? { isTroubled: true } : {}) };
    },
  }),
  workStep({
    at: 'syncing',
    to: ['recovering', 'committing-checkpoint', 'checking', 'validating', 'failed'],
    needs: ({ lane, checkpoint }) => ({ synced: act(syncCheckout, { lane, checkpoint, foreign: [] }) }),
    next: (state, { synced }) => {
      if (!synced.ok) return workFailed(synced.failure);
      const { is, ...brought } = synced.value;
      const work = { ...workOf(state), ...(is === 'current' ? {} : (brought as Pick<Work, 'lane' | 'checkpoint'>)) };
      const { then } = state;
      switch (then.is) {
        case 'recovery':
          return { ...work, at: 'recovering', fault: then.fault };
        case 'checkpoint':
          return { ...work, at: 'committing-checkpoint', stop: then.stop };
        case 'end': {
          // The commits of others may break the work, so everything is checked again.
          const answered = { sent: [openTask(state)], completed: [openTask(state).n], failed: null };
          return toChecking(work, answered);
        }
      }
    },
  }),
] as const;

/** The work is complete: the proof, or the commit where the proof is off. */
export const toWorkProof = (work: Work) =>
  work.job.session.trust
    ? ({ ...workOf(work), at: 'proving' } as const)
    : ({ ...workOf(work), at: 'committing' } as const);

function afterSegment(work: Work, from: number) {
  const { order } = work.job;
  return work.isLastSegment || order.is === 'fixes' ? toWorkProof(work) : toReading(work, { ...order, from });
}

/** Others may commit in the checkout at the same time, but not without end. */
export function toSync(state: Work, then: AfterSync) {
  const { lane, landingsLeft } = state;
  if (landingsLeft === 0)
    return workFailed(
      failureOf('git.branch-moved', { branch: lane.branch, expected: lane.base, found: 'other commits' }),
    );
  return { ...workOf(state), at: 'syncing', landingsLeft: landingsLeft - 1, then } as const;
}

function proofJob({ job, lane, checkpoint, consent, isReturned }: Work): ProofJob {
  const { session, before, kind, changes } = job;
  return {
    path: lane.path,
    base: before,
    change: checkpoint,
    checks: session.checks,
    given: [],
    ...(session.testFiles ? { testFiles: session.testFiles } : {}),
    ...(kind ? { kind } : {}),
    ...(changes ? { changes } : {}),
    checkTimeoutMs: session.checkTimeoutMs,
    trust: session.trust ?? trustOfOlderRuns,
    ...(isReturned ? { isReturned } : {}),
    ...(consent.promised ? { allowed: consent.promised } : {}),
    ...(consent.unwitnessed ? { accepted: consent.unwitnessed } : {}),
    item: workItem(job),
  };
}

function withProof(state: Work, { allowed, without }: Extract<ProofResult, { at: 'proved' }>): Work {
  const { unwitnessed: _, ...consent } = state.consent;
  return {
    ...workOf(state),
    consent: {
      ...consent,
      ...(allowed === undefined ? {} : { promised: [...new Set([...(consent.promised ?? []), allowed])] }),
      ...(without === undefined ? {} : { unwitnessed: without }),
    },
  };
}

/** The plan decides the question, not the words of the executor. */
type Asking = Extract<AutopilotWorkState, { at: 'asking-checkpoint' }>;

function checkpointQuestion({ job, stop: { task, kind, options }, lane, checkpoint, diff }: Asking) {
  const params = { n: task.n, task: task.title, change: `${lane.base.slice(0, 12)}..${checkpoint.slice(0, 12)}` };
  const [item, evidence] = [workItem(job), diff === null ? [] : [diff]];
  switch (kind) {
    case 'human-verify':
      return ask(autopilotCodes, 'verify-checkpoint', params, { item, evidence });
    case 'human-action':
      return ask(autopilotCodes, 'act-at-checkpoint', params, { item, evidence });
    case 'decision':
      return ask(autopilotCodes, 'decide-at-checkpoint', params, { item, evidence, options });
  }
}
