/**
 * The machine of the issue loop: one issue after the other, in the user's checkout, on the current branch.
 *
 * `issue/machine.ts` works on one issue; it is a child run, and the loop sees only its result. Only the loop counts.
 */

import { act } from '../../effects/operation.ts';
import { commentIssue } from '../../effects/tracker.ts';
import { defineMachine } from '../../machine/machine.ts';
import { discoverySteps } from './discovery.ts';
import { loopSteps } from './loop.ts';
import { failureComment } from './record/comments.ts';
import type { Attendance } from './settings.ts';
import type { IssuesJob, IssuesResult, IssuesState } from './state.ts';

export const issues = defineMachine<IssuesJob, IssuesState, IssuesResult>()({
  id: 'issues',
  version: 1,
  start: ({ settings, counters, asks }) => ({ at: asks ? 'asking-loop' : 'opening', settings, counters, left: [] }),
  steps: [...loopSteps, ...discoverySteps],
  ends: {
    done: 'done',
    left: 'done',
    spent: 'limit-reached',
    'given-up': 'escalated',
    declined: 'stopped',
    failed: 'by-failure',
  },
  rests: (state) => (state.at === 'halted' ? 'stopped' : null),
  adjust: (state, { attended }) =>
    attended !== undefined && 'settings' in state
      ? { ...state, settings: { ...state.settings, attended: attended as Attendance } }
      : state,
  // A person ended the run: its claimed issue is explained, so that it does not stay claimed without an owner.
  release: (state) => (state.at === 'working' ? { told: act(commentIssue, stoppedComment(state)) } : {}),
  result: (state) => state,
  results: [{ at: 'failed', because: { code: 'git.failed', params: {} } }],
});

const stoppedComment = ({ settings, issue, counters, progress }: Extract<IssuesState, { at: 'working' }>) => ({
  scope: settings.scope,
  issue: issue.id,
  body: failureComment({
    iteration: counters.iteration,
    type: 'retryable',
    reason: 'A person stopped the run.',
    groups: progress?.ends.filter(({ is }) => is === 'committed').length ?? 0,
    allGroups: progress?.plan?.groups.length ?? 0,
    partial: [],
  }),
});
