/** Takes a group out of the checkout that cannot be committed, and asks about what blocks it (I-38, I-39, I-72). */

import { syncCheckout } from '../../../effects/checkout.ts';
import { takeOutGroup } from '../../../effects/issues.ts';
import { act } from '../../../effects/operation.ts';
import { ask } from '../../../effects/question.ts';
import { commentIssue, createIssue } from '../../../effects/tracker.ts';
import type { Failure } from '../../../failure/failure.ts';
import { issuesCodes } from '../codes.ts';
import { blockedComment } from '../record/comments.ts';
import { dependencyIssue } from '../record/spec-gap.ts';
import { missingDependency } from '../roles/worker-lines.ts';
import { isAttended } from '../settings.ts';
import { withEnd } from './commit.ts';
import type { IssueState, OpenedIssue } from './job.ts';
import {
  committedEnds,
  currentGroup,
  groupParts,
  issueFailed,
  issueParts,
  issueStep,
  leavesOf,
  toNextGroup,
  toNextOrBlocked,
  toPause,
  untouched,
  withOpened,
} from './state.ts';

export const takeOutSteps = [
  issueStep({
    at: 'taking-out',
    to: [
      'working',
      'scoping',
      'opening-dependency',
      'asking-blocked',
      'commenting-blocked',
      'commenting-failure',
      'commenting-pause',
      'resetting',
      'syncing-out',
      'failed',
    ],
    needs: ({ lane, checkpoint }) => ({ out: act(takeOutGroup, { lane, checkpoint }) }),
    next: (state, { out }) => {
      if (!out.ok) return hasMoved(out.failure) && state.landingsLeft > 0 ? toSyncOut(state) : issueFailed(out.failure);
      return state.end === null ? toPause(state) : afterTakenOut(state, state.end, out.value.kept);
    },
  }),
  issueStep({
    at: 'syncing-out',
    to: ['taking-out', 'failed'],
    needs: ({ lane, checkpoint, ...state }) => ({
      synced: act(syncCheckout, { lane, checkpoint, foreign: untouched(state) }),
    }),
    next: (state, { synced }) => {
      if (!synced.ok) return issueFailed(synced.failure);
      const brought = synced.value.is === 'current' ? state : synced.value;
      const { lane, checkpoint } = brought;
      return { ...groupParts(state), at: 'taking-out', end: state.end, lane, checkpoint };
    },
  }),
  issueStep({
    at: 'opening-dependency',
    to: ['working', 'scoping', 'commenting-failure', 'resetting', 'commenting-blocked', 'failed'],
    needs: ({ job, title, what }) => ({
      created: act(createIssue, { scope: job.settings.scope, ...dependencyIssue(job.issue.id, title, what) }),
    }),
    next: (state, { created }) =>
      created.ok ? toNextGroup(withOpened(state, created.value)) : issueFailed(created.failure),
  }),
  issueStep({
    at: 'asking-blocked',
    to: ['indexing', 'working', 'scoping', 'commenting-blocked', 'commenting-pause', 'resetting'],
    needs: ({ job: { issue }, record, questions }) => ({
      answer: ask(
        issuesCodes,
        'blocked',
        { issue: issue.id, title: issue.title, questions: questions.join('\n') },
        {
          item: issue.id,
          evidence: [issue.text],
          ...(record.plansLeft > 0 ? {} : { choices: ['skip', 'stop'] as const }),
        },
      ),
    }),
    next: (state, { answer: { choice, note } }) => {
      switch (choice) {
        case 'go on':
          return { ...withNote(state, note), at: 'indexing' };
        case 'skip':
          return skipped(state, state.questions);
        case 'stop':
          return toPause(state);
      }
    },
  }),
  issueStep({
    at: 'commenting-blocked',
    to: ['skipped', 'failed'],
    needs: ({ job, record, questions }) => ({
      commented: act(commentIssue, {
        scope: job.settings.scope,
        issue: job.issue.id,
        body: blockedComment({
          iteration: job.iteration,
          questions,
          groups: committedEnds(record.ends).length,
          allGroups: record.plan?.groups.length ?? 0,
        }),
      }),
    }),
    next: ({ record }, { commented }) =>
      commented.ok ? { at: 'skipped', ...leavesOf(record) } : issueFailed(commented.failure),
  }),
] as const;

const hasMoved = ({ code }: Failure): boolean => code === 'git.branch-moved';

const toSyncOut = (state: TakingOut) =>
  ({ ...groupParts(state), at: 'syncing-out', end: state.end, landingsLeft: state.landingsLeft - 1 }) as const;

type TakingOut = Extract<IssueState, { at: 'taking-out' }>;

function afterTakenOut(state: TakingOut, end: NonNullable<TakingOut['end']>, kept: string | null) {
  const { because, isTransient } = end;
  const { title } = currentGroup(state);
  if (end.is === 'failed') return toNextGroup(withEnd(state, { is: 'failed', because, isTransient, kept }));
  const what = missingDependency(because);
  if (what !== null) {
    const left = withEnd(state, { is: 'failed', because, isTransient: false, kept });
    return { ...left, at: 'opening-dependency', title, what } as const;
  }
  const left = withEnd(state, { is: 'blocked', because, kept });
  return isAttended(state.job.settings, issuesCodes.questions.blocked.header)
    ? ({ ...issueParts(left), at: 'asking-blocked', questions: [because] } as const)
    : toNextGroup(left);
}

/** A blocked plan skips the issue; a blocked group only itself. */
function skipped(state: OpenedIssue, questions: readonly string[]) {
  const { record } = state;
  const { plan } = record;
  return plan === null
    ? ({ ...issueParts(state), at: 'commenting-blocked', questions } as const)
    : toNextOrBlocked({ ...issueParts(state), record: { ...record, plan } }, questions);
}

const maxNotes = 5;

/** The note reaches the planner as data. */
function withNote(state: OpenedIssue, note: string): OpenedIssue {
  const { record } = state;
  const notes = note === '' ? record.notes : [...record.notes, note].slice(-maxNotes);
  return { ...issueParts(state), record: { ...record, notes, plansLeft: record.plansLeft - 1 } };
}
