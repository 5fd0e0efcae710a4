/** The machine of one issue: plans it, makes its change groups, reviews them together, and records the end in the tracker. */
import { takeOutGroup } from '../../../effects/issues.ts';
import { act } from '../../../effects/operation.ts';
import { defineMachine } from '../../../machine/machine.ts';
import { groupCheckSteps } from './check.ts';
import { groupCommitSteps } from './commit.ts';
import { concludeSteps, tellStopped } from './conclude.ts';
import { type IssueJob, type IssueResult, type IssueState, issueMachine } from './job.ts';
import { issuePlanSteps } from './plan.ts';
import { issueReviewSteps } from './review.ts';
import { emptyRecord } from './state.ts';
import { takeOutSteps } from './take-out.ts';
import { workSteps } from './work.ts';

export const issueWork = defineMachine<IssueJob, IssueState, IssueResult>()({
  id: issueMachine,
  version: 1,
  start: (job) => ({ at: 'opening', job }),
  steps: [
    ...issuePlanSteps,
    ...workSteps,
    ...groupCheckSteps,
    ...groupCommitSteps,
    ...takeOutSteps,
    ...issueReviewSteps,
    ...concludeSteps,
  ],
  ends: { completed: 'done', 'gave-up': 'failed', skipped: 'stopped', paused: 'stopped', failed: 'by-failure' },
  // A person ended the run: the files of an unfinished group are kept, and the checkout is clean again.
  release: (state) => {
    if (!('job' in state)) return {};
    const told = tellStopped(state.job, 'record' in state ? state.record : null);
    return 'checkpoint' in state
      ? { out: act(takeOutGroup, { lane: state.lane, checkpoint: state.checkpoint }), told }
      : { told };
  },
  result: (state) => state,
  results: [
    { at: 'completed', groups: 1, allGroups: 1, commits: ['d1'], friction: [] },
    { at: 'completed', groups: 1, allGroups: 2, commits: ['d1'], friction: ['slow tests'], opened: ['APP-2'] },
    { at: 'gave-up', failure: { type: 'structural', reason: 'red' }, friction: [] },
    { at: 'skipped', friction: [] },
    { at: 'paused', record: emptyRecord('b0') },
    { at: 'failed', because: { code: 'git.failed', params: {} } },
  ],
});
