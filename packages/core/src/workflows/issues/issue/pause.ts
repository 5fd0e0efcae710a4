/** The comment of an issue that waits: for the next start, or for an answer that no person can give now (IO-06). */
import type { ArgsOf } from '../../../effects/operation.ts';
import type { commentIssue } from '../../../effects/tracker.ts';
import type { PauseComment, ProofQuestion } from '../../proof/job.ts';
import { pauseComment } from '../record/comments.ts';
import { isAttended } from '../settings.ts';
import type { OpenedIssue } from './job.ts';
import { committedEnds, issueCommits } from './state.ts';

export const pauseArgs = ({ job, record }: OpenedIssue): ArgsOf<typeof commentIssue> => ({
  scope: job.settings.scope,
  issue: job.issue.id,
  body: pauseComment({
    iteration: job.iteration,
    groups: committedEnds(record.ends).length,
    allGroups: record.plan?.groups.length ?? 0,
    commits: issueCommits(record),
    remaining: record.plan?.groups.slice(record.ends.length).map(({ title }) => title) ?? ['the plan'],
  }),
});

const proofQuestions: readonly ProofQuestion[] = ['promise', 'witness'];

/** For the proof of a group, which asks its questions itself; `null` if all of them can be answered now. */
export function proofPause(state: OpenedIssue): PauseComment | null {
  const questions = proofQuestions.filter((name) => !isAttended(state.job.settings, name));
  return questions.length === 0 ? null : { questions, comment: pauseArgs(state) };
}
