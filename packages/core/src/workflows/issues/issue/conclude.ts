/** Records the end of an issue: the comments, its status, spec gaps, and the undoing of work that must not stay. */

import { resetIssue } from '../../../effects/issues.ts';
import { act } from '../../../effects/operation.ts';
import { ask } from '../../../effects/question.ts';
import { commentIssue, createIssue, finishIssue } from '../../../effects/tracker.ts';
import { issuesCodes } from '../codes.ts';
import { failureComment, pauseComment, successComment } from '../record/comments.ts';
import { specGapIssue } from '../record/spec-gap.ts';
import { isAttended } from '../settings.ts';
import type { IssueState, Opened, Planned } from './job.ts';
import { successGroups } from './review.ts';
import { commitsOf, committedEnds, issueFailed, issueStep, openedOf, toPause } from './state.ts';

export const concludeSteps = [
  issueStep({
    at: 'resetting',
    to: ['commenting-failure', 'asking-reset', 'commenting-pause', 'failed'],
    needs: ({ job, lane, record, despite }) => ({
      reset: act(resetIssue, {
        lane,
        to: record.before,
        own: commitsOf(record),
        leaves: job.settings.leaves,
        ...(despite ? { despite } : {}),
      }),
    }),
    next: (state, { reset }) => {
      if (!reset.ok) return issueFailed(reset.failure);
      const { failure } = state;
      if (reset.value.is === 'reset')
        return { ...openedOf(state), at: 'commenting-failure', failure, kept: reset.value.kept };
      const found = { commits: reset.value.commits.slice(0, 50), files: reset.value.files.slice(0, 50) };
      const asking = { ...openedOf(state), at: 'asking-reset', failure, found } as const;
      return isAttended(state.job.settings, issuesCodes.questions.reset.header)
        ? asking
        : { ...openedOf(state), at: 'commenting-pause', onto: asking };
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
          commits: found.commits.join('\n'),
          files: found.files.join('\n'),
        },
        { item: issue.id },
      ),
    }),
    next: (state, { answer: { choice } }) => {
      const { failure, found } = state;
      switch (choice) {
        case 'Reset':
          return { ...openedOf(state), at: 'resetting', failure, despite: found };
        case 'Keep':
          return { ...openedOf(state), at: 'commenting-failure', failure, kept: null };
        case 'Stop':
          return toPause(state);
      }
    },
  }),
  issueStep({
    at: 'commenting-failure',
    to: ['gave-up', 'failed'],
    needs: (state) => ({ commented: act(commentIssue, { ...issueOf(state), body: failureBody(state) }) }),
    next: ({ failure, record: { friction } }, { commented }) =>
      commented.ok ? { at: 'gave-up', failure, friction } : issueFailed(commented.failure),
  }),
  issueStep({
    at: 'commenting-pause',
    to: ['paused', 'asking-warnings', 'asking-reset', 'failed'],
    needs: (state) => ({ commented: act(commentIssue, { ...issueOf(state), body: pauseBody(state) }) }),
    next: ({ record, onto }, { commented }) =>
      commented.ok ? (onto ?? { at: 'paused', record }) : issueFailed(commented.failure),
  }),
  issueStep({
    at: 'commenting-success',
    to: ['finishing', 'failed'],
    needs: (state) => ({ commented: act(commentIssue, { ...issueOf(state), body: successBody(state) }) }),
    next: (state, { commented }) =>
      commented.ok ? { ...openedOf(state), at: 'finishing' } : issueFailed(commented.failure),
  }),
  issueStep({
    at: 'finishing',
    to: ['creating-gaps', 'completed', 'failed'],
    needs: (state) => ({ finished: act(finishIssue, issueOf(state)) }),
    next: (state, { finished }) =>
      finished.ok ? toGaps(openedOf(state), state.record.gaps) : issueFailed(finished.failure),
  }),
  issueStep({
    at: 'creating-gaps',
    to: ['creating-gaps', 'completed', 'failed'],
    needs: ({ job, left: [gap = noGap] }) => ({
      created: act(createIssue, { scope: job.settings.scope, ...specGapIssue(job.issue.id, gap) }),
    }),
    next: (state, { created }) =>
      created.ok ? toGaps(openedOf(state), state.left.slice(1)) : issueFailed(created.failure),
  }),
] as const;

const noGap = { subsystem: '', description: '' };

const issueOf = ({ job }: Opened) => ({ scope: job.settings.scope, issue: job.issue.id });

function toGaps(state: Planned, left: Planned['record']['gaps']) {
  if (left.length > 0) return { ...state, at: 'creating-gaps', left } as const;
  const { record } = state;
  return { at: 'completed', ...successGroups(state), commits: commitsOf(record), friction: record.friction } as const;
}

const allGroups = ({ record }: Opened): number => record.plan?.groups.length ?? 0;

function failureBody(state: Extract<IssueState, { at: 'commenting-failure' }>): string {
  const { job, record, failure, kept } = state;
  const refs = record.ends.flatMap((end) => ('kept' in end && end.kept !== null ? [end.kept] : []));
  const commits = kept === null ? commitsOf(record).map((commit) => `commit ${commit.slice(0, 12)}`) : [kept];
  return failureComment({
    iteration: job.iteration,
    ...failure,
    groups: committedEnds(record.ends).length,
    allGroups: allGroups(state),
    partial: [...commits, ...refs],
  });
}

function pauseBody(state: Extract<IssueState, { at: 'commenting-pause' }>): string {
  const { job, record } = state;
  return pauseComment({
    iteration: job.iteration,
    groups: committedEnds(record.ends).length,
    allGroups: allGroups(state),
    commits: commitsOf(record),
    remaining: (record.plan?.groups ?? []).slice(record.ends.length).map(({ title }) => title),
  });
}

function successBody({ job, record, reviewed, ...state }: Extract<IssueState, { at: 'commenting-success' }>): string {
  return successComment({
    iteration: job.iteration,
    ...reviewed,
    ...successGroups({ job, record, ...state }),
    commits: commitsOf(record),
  });
}
