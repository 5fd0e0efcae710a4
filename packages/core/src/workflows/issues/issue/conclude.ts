/** Records the end of an issue: the comments, its status, spec gaps, and the undoing of work that must not stay. */

import { resetIssue } from '../../../effects/issues.ts';
import { act } from '../../../effects/operation.ts';
import { ask } from '../../../effects/question.ts';
import { commentIssue, createIssue, finishIssue } from '../../../effects/tracker.ts';
import { issuesCodes } from '../codes.ts';
import { failureComment, successComment } from '../record/comments.ts';
import { specGapIssue } from '../record/spec-gap.ts';
import { isAttended } from '../settings.ts';
import type { IssueJob, IssueRecord, IssueState, OpenedIssue, PlannedIssue } from './job.ts';
import { pauseArgs } from './pause.ts';
import { successGroups } from './review.ts';
import {
  committedEnds,
  issueCommits,
  issueFailed,
  issueParts,
  issueStep,
  leavesOf,
  toPause,
  withOpened,
} from './state.ts';

export const concludeSteps = [
  issueStep({
    at: 'resetting',
    to: ['commenting-failure', 'asking-reset', 'commenting-pause', 'failed'],
    needs: ({ job, lane, record, despite }) => ({
      reset: act(resetIssue, {
        lane,
        to: record.before,
        own: issueCommits(record),
        leaves: job.settings.leaves,
        ...(despite ? { despite } : {}),
      }),
    }),
    next: (state, { reset }) => {
      if (!reset.ok) return issueFailed(reset.failure);
      const { failure } = state;
      if (reset.value.is === 'reset')
        return { ...issueParts(state), at: 'commenting-failure', failure, kept: reset.value.kept };
      const { commits, files } = reset.value;
      const found = { commits, files };
      const asking = { ...issueParts(state), at: 'asking-reset', failure, found } as const;
      return isAttended(state.job.settings, issuesCodes.questions.reset.header)
        ? asking
        : { ...issueParts(state), at: 'commenting-pause', onto: asking };
    },
  }),
  issueStep({
    at: 'asking-reset',
    to: ['resetting', 'commenting-failure', 'commenting-pause'],
    needs: ({ job: { issue }, record, found }) => ({
      answer: ask(
        issuesCodes,
        'reset',
        {
          issue: issue.id,
          to: record.before.slice(0, 12),
          commits: shown(found.commits),
          files: shown(found.files),
        },
        { item: issue.id },
      ),
    }),
    next: (state, { answer: { choice } }) => {
      const { failure, found } = state;
      switch (choice) {
        case 'Reset':
          return { ...issueParts(state), at: 'resetting', failure, despite: found };
        case 'Keep':
          return { ...issueParts(state), at: 'commenting-failure', failure, kept: null };
        case 'Stop':
          return toPause(state);
      }
    },
  }),
  issueStep({
    at: 'commenting-failure',
    to: ['gave-up', 'failed'],
    needs: (state) => ({ commented: act(commentIssue, { ...issueOf(state), body: failureBody(state) }) }),
    next: ({ failure, record }, { commented }) =>
      commented.ok ? { at: 'gave-up', failure, ...leavesOf(record) } : issueFailed(commented.failure),
  }),
  issueStep({
    at: 'commenting-pause',
    to: ['paused', 'asking-warnings', 'asking-reset', 'failed'],
    needs: (state) => ({ commented: act(commentIssue, pauseArgs(state)) }),
    next: ({ record, onto }, { commented }) =>
      commented.ok ? (onto ?? { at: 'paused', record }) : issueFailed(commented.failure),
  }),
  issueStep({
    at: 'commenting-success',
    to: ['finishing', 'failed'],
    needs: (state) => ({ commented: act(commentIssue, { ...issueOf(state), body: successBody(state) }) }),
    next: (state, { commented }) =>
      commented.ok ? { ...issueParts(state), at: 'finishing' } : issueFailed(commented.failure),
  }),
  issueStep({
    at: 'finishing',
    to: ['creating-gaps', 'completed', 'failed'],
    needs: (state) => ({ finished: act(finishIssue, issueOf(state)) }),
    next: (state, { finished }) =>
      finished.ok ? toGaps(issueParts(state), state.record.gaps) : issueFailed(finished.failure),
  }),
  issueStep({
    at: 'creating-gaps',
    to: ['creating-gaps', 'completed', 'failed'],
    needs: ({ job, left: [gap = noGap] }) => ({
      created: act(createIssue, { scope: job.settings.scope, ...specGapIssue(job.issue.id, gap) }),
    }),
    next: (state, { created }) =>
      created.ok ? toGaps(withOpened(state, created.value), state.left.slice(1)) : issueFailed(created.failure),
  }),
] as const;

const maxShown = 30;

/** A question shows the first ones; the consent covers all. */
function shown(names: readonly string[]): string {
  const more = names.length - maxShown;
  return [...names.slice(0, maxShown), ...(more > 0 ? [`… +${more}`] : [])].join('\n');
}

const noGap = { subsystem: '', description: '' };

const issueOf = ({ job }: OpenedIssue) => ({ scope: job.settings.scope, issue: job.issue.id });

function toGaps(state: PlannedIssue, left: PlannedIssue['record']['gaps']) {
  if (left.length > 0) return { ...state, at: 'creating-gaps', left } as const;
  const { record } = state;
  return {
    at: 'completed',
    ...successGroups(state),
    commits: issueCommits(record),
    ...leavesOf(record),
  } as const;
}

/** The comment if a person ends the run: without it the issue would stay claimed without a word. */
export const tellStopped = (job: IssueJob, record: IssueRecord | null) =>
  act(commentIssue, {
    scope: job.settings.scope,
    issue: job.issue.id,
    body: failureComment({
      iteration: job.iteration,
      type: 'retryable',
      reason: 'A person stopped the run.',
      groups: committedEnds(record?.ends ?? []).length,
      allGroups: record?.plan?.groups.length ?? 0,
      partial: record === null ? [] : partialWork(record),
    }),
  });

/** Commits that are on the branch, and refs that keep groups without one. */
const partialWork = (record: IssueRecord): readonly string[] => [
  ...issueCommits(record).map((commit) => `commit ${commit.slice(0, 12)}`),
  ...keptRefs(record),
];

const keptRefs = ({ ends }: IssueRecord): readonly string[] =>
  ends.flatMap((end) => ('kept' in end && end.kept !== null ? [end.kept] : []));

const allGroups = ({ record }: OpenedIssue): number => record.plan?.groups.length ?? 0;

function failureBody(state: Extract<IssueState, { at: 'commenting-failure' }>): string {
  const { job, record, failure, kept } = state;
  return failureComment({
    iteration: job.iteration,
    ...failure,
    groups: committedEnds(record.ends).length,
    allGroups: allGroups(state),
    partial: kept === null ? partialWork(record) : [kept, ...keptRefs(record)],
  });
}

function successBody({ job, record, reviewed, ...state }: Extract<IssueState, { at: 'commenting-success' }>): string {
  return successComment({
    iteration: job.iteration,
    ...reviewed,
    ...successGroups({ job, record, ...state }),
    commits: issueCommits(record),
  });
}
