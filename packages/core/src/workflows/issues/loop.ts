/** Takes the issues of a tracker one after the other: asks for the signal, finds, claims, works and counts. */
import { call } from '../../effects/call.ts';
import { keepUserFiles, openCheckout } from '../../effects/checkout.ts';
import { readLoopSignal } from '../../effects/issues.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { signal } from '../../effects/signal.ts';
import { claimIssue, findIssue, openTracker } from '../../effects/tracker.ts';
import { failureLimit } from '../../issue-loop/document.ts';
import { baseChecks } from '../base-checks/machine.ts';
import { issuesCodes } from './codes.ts';
import type { IssueJob, IssueResult } from './issue/job.ts';
import { issueWork } from './issue/machine.ts';
import { claimComment } from './record/comments.ts';
import { counted, isDiscoveryDue, noCounters, overIds } from './record/loop.ts';
import { type IssuesState, type Loop, loopFailed, loopParts, loopStep, type RestingLoop } from './state.ts';

export const issueLoopSteps = [
  loopStep({
    at: 'asking-loop',
    to: ['opening', 'declined'],
    needs: ({ settings: { max }, counters: { iteration, completed, failed, skipped } }) => ({
      answer: ask(issuesCodes, 'loop', {
        iteration,
        max,
        completed: completed.length,
        failed: failed.length,
        skipped: skipped.length,
      }),
    }),
    next: (state, { answer: { choice } }) => {
      switch (choice) {
        case 'restart':
          return { ...loopParts(state), at: 'opening', counters: restarted(state) };
        case 'resume':
          return { ...loopParts(state), at: 'opening' };
        case 'stop':
          return { ...loopParts(state), at: 'declined' };
      }
    },
  }),
  loopStep({
    at: 'opening',
    to: ['checking-base', 'failed'],
    needs: ({ settings: { scope, branch, leaves } }) => ({
      tracker: act(openTracker, { scope }),
      // Before an agent may write: files that git ignores cannot be restored otherwise.
      kept: act(keepUserFiles, { hasGit: true }),
      checkout: act(openCheckout, { base: branch, saved: null, stays: true, foreign: leaves }),
    }),
    next: (state, { tracker, kept, checkout }) => {
      if (!tracker.ok) return loopFailed(tracker.failure);
      if (!kept.ok) return loopFailed(kept.failure);
      if (!checkout.ok) return loopFailed(checkout.failure);
      const scope = { ...state.settings.scope, project: tracker.value.project };
      const settings = { ...state.settings, scope };
      return { ...loopParts(state), settings, at: 'checking-base', commit: checkout.value.base };
    },
  }),
  loopStep({
    at: 'checking-base',
    to: ['reading-signal', 'halted', 'failed'],
    needs: ({ settings: { checks, checkTimeoutMs, reports }, commit }) => ({
      base: call(baseChecks, 'checks on the base', {
        path: '.',
        commit,
        checks,
        exempt: [],
        checkTimeoutMs,
        ...(reports ? { reports } : {}),
      }),
    }),
    next: (state, { base: { result } }) => {
      if (result === null || result.at === 'stopped')
        return toRest({ ...loopParts(state), at: 'checking-base', commit: state.commit });
      if (result.at === 'failed') return loopFailed(result.because);
      const checks = state.settings.checks.filter((command) => !result.ignored.includes(command));
      return { ...loopParts(state), settings: { ...state.settings, checks }, at: 'reading-signal' };
    },
  }),
  loopStep({
    at: 'reading-signal',
    to: ['finding', 'left', 'spent', 'failed'],
    needs: () => ({ told: act(readLoopSignal, {}) }),
    next: (state, { told }) => {
      if (!told.ok) return loopFailed(told.failure);
      if (!told.value.active) return { ...loopParts(state), at: 'left' };
      return { ...loopParts(state), at: isSpent(loopParts(state)) ? 'spent' : 'finding' };
    },
  }),
  loopStep({
    at: 'finding',
    to: ['claiming', 'done', 'failed'],
    needs: ({ settings: { scope }, counters, left }) => ({
      found: act(findIssue, { scope, exclude: excluded({ counters, left }) }),
    }),
    next: (state, { found }) => {
      if (!found.ok) return loopFailed(found.failure);
      const none = { ...loopParts(state), at: 'done' } as const;
      if (found.value.is === 'none') return none;
      const { issue } = found.value;
      // A tracker that answers with an excluded issue has no other one.
      return excluded(state).includes(issue.id) ? none : { ...loopParts(state), at: 'claiming', issue };
    },
  }),
  loopStep({
    at: 'claiming',
    to: ['working', 'finding', 'failed'],
    needs: ({ settings: { scope }, counters: { iteration }, issue }) => ({
      claimed: act(claimIssue, { scope, issue: issue.id, comment: claimComment(iteration) }),
    }),
    next: (state, { claimed }) => {
      if (!claimed.ok) return loopFailed(claimed.failure);
      const { issue, left } = state;
      return claimed.value.is === 'claimed'
        ? { ...loopParts(state), at: 'working', issue }
        : { ...loopParts(state), at: 'finding', left: [...left, issue.id] };
    },
  }),
  loopStep({
    at: 'working',
    to: ['reading-signal', 'discovering', 'given-up', 'halted', 'failed'],
    needs: (state) => ({ work: call(issueWork, state.issue.id, issueJob(state)) }),
    next: (state, { work: { result } }) => {
      if (result === null) return toRest(state);
      if (result.at === 'failed') return loopFailed(result.because);
      return result.at === 'paused' ? toRest(withProgress(state, result)) : afterIssue(state, result);
    },
  }),
  loopStep({
    at: 'halted',
    to: ['checking-base', 'working'],
    needs: () => ({ command: signal('command', ['resume']) }),
    next: resumed,
  }),
] as const;

function resumed({ onto: { later, ...onto }, ...halted }: Extract<IssuesState, { at: 'halted' }>): RestingLoop {
  return { ...onto, settings: { ...onto.settings, ...later, ...halted.later } };
}

type Working = Extract<IssuesState, { at: 'working' }>;

const excluded = ({ counters, left }: Pick<Loop, 'counters' | 'left'>): readonly string[] => [
  ...overIds(counters),
  ...left,
];

/** A person starts again: only the ids stay, because their issues are not worked on again (Id-02). */
const restarted = ({ counters }: Loop) => ({
  ...noCounters,
  completed: counters.completed,
  failed: counters.failed,
  skipped: counters.skipped,
  friction: counters.friction,
});

const isSpent = ({ settings, counters }: Loop): boolean => counters.iteration > settings.max;

export function issueJob({ settings, counters, issue, progress }: Working): IssueJob {
  return { settings, issue, iteration: counters.iteration, ...(progress ? { progress } : {}) };
}

const toRest = (onto: RestingLoop) => ({ ...loopParts(onto), at: 'halted', onto }) as const;

function withProgress(state: Working, { record }: Extract<IssueResult, { at: 'paused' }>): Working {
  const { issue } = state;
  return { ...loopParts(state), at: 'working', issue, ...(record ? { progress: record } : {}) };
}

function afterIssue(state: Working, result: Extract<IssueResult, { at: 'completed' | 'gave-up' | 'skipped' }>) {
  const counters = counted(state.counters, state.issue.id, result);
  const left = [...state.left, ...(result.opened ?? [])];
  const loop: Loop = { ...loopParts(state), counters, left };
  if (counters.consecutiveFailures >= failureLimit) return { ...loop, at: 'given-up' } as const;
  return isDiscoveryDue(counters, state.counters, loop.settings.discoverInterval)
    ? ({ ...loop, at: 'discovering' } as const)
    : ({ ...loop, at: 'reading-signal' } as const);
}
