/**
 * The machine of the issue loop: one issue after the other, in the user's checkout, on the current branch.
 *
 * `issue/machine.ts` works on one issue; it is a child run, and the loop sees only its result. Only the loop counts.
 */

import { type Changes, defineMachine } from '../../machine/machine.ts';
import { discoverySteps } from './discovery.ts';
import { tellStopped } from './issue/conclude.ts';
import { issueJob, issueLoopSteps } from './loop.ts';
import type { Attendance } from './settings.ts';
import type { ChangedSettings, IssuesJob, IssuesResult, IssuesState, Loop } from './state.ts';

export const issues = defineMachine<IssuesJob, IssuesState, IssuesResult>()({
  id: 'issues',
  version: 1,
  start: ({ settings, counters, asks }) => ({ at: asks ? 'asking-loop' : 'opening', settings, counters, left: [] }),
  steps: [...issueLoopSteps, ...discoverySteps],
  ends: {
    done: 'done',
    left: 'done',
    spent: 'limit-reached',
    'given-up': 'escalated',
    declined: 'stopped',
    failed: 'by-failure',
  },
  rests: (state) => (state.at === 'halted' ? 'stopped' : null),
  adjust: (state, changes) => ('settings' in state ? withChanges(state, changes) : state),
  // A person ended the run while an issue was paused. An issue in work explains itself.
  release: (state) =>
    state.at === 'halted' && state.onto.at === 'working'
      ? { told: tellStopped(issueJob(state.onto), state.onto.progress ?? null) }
      : {},
  result: (state) => state,
  results: [{ at: 'failed', because: { code: 'git.failed', params: {} } }],
});

/** The state stays the same if no setting changes. */
function withChanges<State extends Loop>(state: State, { attended, max }: Changes): State {
  const changed: ChangedSettings = {
    ...(attended === undefined ? {} : { attended: attended as Attendance }),
    ...(max === undefined ? {} : { max: max as number }),
  };
  const now = { ...state.settings, ...state.later };
  const isSame = JSON.stringify({ ...now, ...changed }) === JSON.stringify(now);
  return isSame ? state : { ...state, later: { ...state.later, ...changed } };
}
