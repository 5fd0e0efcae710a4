/**
 * Claims an issue at GitHub, which has no write under a condition: the first claim in the comments counts.
 *
 *   GC1. The comment is written before the label, so that a loser never changes the issue.
 *   GC2. After its own comment, a run reads the number of comments. If it grew by exactly one, no other run can have
 *        claimed the issue in between; otherwise the comments decide.
 *   GC3. A run that lost, or that finds the issue closed, relabelled or moved, deletes its comment.
 */
import type { ClaimedIssue } from '@harness/core/effects/tracker';
import type { IssueChange, TrackerScope } from '@harness/core/tracker/issue';
import { isSameName } from '@harness/core/tracker/local-issue';
import { type IssueClaim, isClaimHeld, lastClaim, runOfEffect, withMark } from '@harness/core/tracker/marks';
import type { HasRunEnded, TrackerTask } from '../tracker.ts';
import { type CommentAnswer, commentAnswer, type IssueRow, labelNames, labelsAnswer } from './answers.ts';
import { type IssueRepository, type Missing, orMissing, readComments, readIssue, trustedClaims } from './issues.ts';

/** Facts about an issue before the claim. */
export interface KnownIssue {
  readonly isInProgress: boolean;
  readonly comments: readonly CommentAnswer[];
}

interface Claiming {
  readonly hub: IssueRepository;
  readonly scope: TrackerScope;
  readonly issue: string;
  readonly task: TrackerTask;
  readonly hasRunEnded: HasRunEnded;
}

/** `known` is from a moment ago; `null` reads the issue first. */
export async function claimGitHubIssue(
  claiming: Claiming,
  comment: string,
  known: KnownIssue | null,
): Promise<ClaimedIssue> {
  const { task } = claiming;
  const before = known ?? (await readKnown(claiming));
  if ('is' in before) return before;
  const holder = lastClaim(trustedClaims(before.comments));
  if (holder?.effect === task.effect) return markInProgress(claiming);
  const by = await holderRun(claiming, holder, before.isInProgress);
  if (by !== null) return { is: 'taken', by };
  const written = await writeClaim(
    claiming,
    withMark(comment, { kind: 'claim', effect: task.effect, over: holder?.effect ?? null }),
  );
  if (typeof written === 'string') return { is: 'changed', how: written };
  const lost = await findLoss(claiming, before.comments.length, written);
  if (lost === null) return markInProgress(claiming);
  await deleteComment(claiming, written);
  return lost;
}

async function readKnown({ hub, scope, issue, task }: Claiming): Promise<KnownIssue | ClaimedIssue> {
  const found = await readIssue(hub, issue, task.signal);
  const how = findChange(found, scope);
  if (how !== null) return { is: 'changed', how };
  const comments = await readComments(hub, issue, task.signal);
  if (typeof comments === 'string') return { is: 'changed', how: comments };
  return { isInProgress: isInProgress(found as IssueRow, scope), comments };
}

/** A change by a person; `null` if the issue still is in the scope. */
function findChange(found: IssueRow | Missing, { label }: TrackerScope): IssueChange | null {
  if (typeof found === 'string') return found;
  if (found.state === 'closed') return 'closed';
  return labelNames(found.labels).some((one) => isSameName(one, label)) ? null : 'relabelled';
}

export const isInProgress = ({ labels }: Pick<IssueRow, 'labels'>, { inProgressStatus }: TrackerScope): boolean =>
  labelNames(labels).some((one) => isSameName(one, inProgressStatus));

/** The other run that keeps us away; `null` if there is none. */
async function holderRun(
  { task, hasRunEnded }: Claiming,
  holder: IssueClaim | null,
  isActive: boolean,
): Promise<string | null> {
  if (holder === null) return null;
  const run = runOfEffect(holder.effect);
  if (run === runOfEffect(task.run)) return null;
  const ageMs = Date.now() - (Date.parse(holder.at) || 0);
  return isClaimHeld({ isInProgress: isActive, ageMs, hasRunEnded: await hasRunEnded(run) }) ? run : null;
}

const writeClaim = ({ hub, issue, task }: Claiming, body: string): Promise<CommentAnswer | Missing> => {
  const { client, owner, repo } = hub;
  const route = 'POST /repos/{owner}/{repo}/issues/{issue}/comments';
  return orMissing(client.send(commentAnswer, route, { owner, repo, issue, body }, task.signal));
};

async function findLoss(claiming: Claiming, before: number, own: CommentAnswer): Promise<ClaimedIssue | null> {
  const { hub, scope, issue, task } = claiming;
  const found = await readIssue(hub, issue, task.signal);
  const how = findChange(found, scope);
  if (how !== null) return { is: 'changed', how };
  if (typeof found !== 'string' && found.comments === before + 1) return null;
  const comments = await readComments(hub, issue, task.signal);
  if (typeof comments === 'string') return { is: 'changed', how: comments };
  // A server may show the own comment late.
  const all = comments.some(({ id }) => id === own.id) ? comments : [...comments, own];
  const winner = lastClaim(trustedClaims(all));
  return winner === null || winner.effect === task.effect ? null : { is: 'taken', by: runOfEffect(winner.effect) };
}

/** Adding a label twice adds it once. GitHub creates a missing label. */
async function markInProgress({ hub, scope, issue, task }: Claiming): Promise<ClaimedIssue> {
  const { client, owner, repo } = hub;
  const route = 'POST /repos/{owner}/{repo}/issues/{issue}/labels';
  const params = { owner, repo, issue, labels: [scope.inProgressStatus] };
  const answer = await orMissing(client.send(labelsAnswer, route, params, task.signal));
  return typeof answer === 'string' ? { is: 'changed', how: answer } : { is: 'claimed' };
}

async function deleteComment({ hub, task }: Claiming, { id }: CommentAnswer): Promise<void> {
  const { client, owner, repo } = hub;
  const route = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment}';
  await orMissing(client.tell(route, { owner, repo, comment: id }, task.signal));
}
