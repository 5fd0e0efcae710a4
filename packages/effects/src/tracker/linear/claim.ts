/**
 * Claims an issue of Linear: of several runs that claim it at the same moment, exactly one gets it.
 *
 *   C1. Linear has no compare-and-set. A run reads the claims, writes its own as a comment, waits until every earlier claim is
 *       visible, and reads again. The rules of `core/tracker/marks` decide; all readers of the same comments agree.
 *   C2. The run that holds the issue sets the status. A loser withdraws its comment and does not touch the status.
 *   C3. The answer to the new status is judged once more, for a claim that became visible late.
 *   C4. A second try finds the comment of the first by its id and its mark.
 */
import type { ClaimedIssue } from '@harness/core/effects/tracker';
import type { TrackerScope } from '@harness/core/tracker/issue';
import { isSameName } from '@harness/core/tracker/local-issue';
import { isClaimHeld, lastClaim, runOfEffect } from '@harness/core/tracker/marks';
import type { TrackerTask } from '../tracker.ts';
import { TrackerError } from '../tracker-error.ts';
import { ifFound, type LinearParts, type SeenIssue, seeIssue } from './api.ts';
import { writeComment } from './comment.ts';
import { entityId } from './entity-id.ts';
import { withdrawMutation } from './operations.ts';
import type { IssueFacts } from './rows.ts';
import { issueChangeOf, statusNamed } from './scope.ts';
import { updateStatus } from './status.ts';
import { visibleClaims, withVisibleClaim } from './visible-mark.ts';

/** A comment is visible this long after its time at the latest. */
const visibleMs = 1_000;
const maxLooks = 5;

type Standing =
  | Exclude<ClaimedIssue, { readonly is: 'claimed' }>
  | { readonly is: 'ours'; readonly facts: IssueFacts }
  /** `over`: the claim that a new one replaces. */
  | { readonly is: 'free'; readonly facts: IssueFacts; readonly over: string | null };

export async function claimLinearIssue(
  parts: LinearParts,
  scope: TrackerScope,
  { issue, comment, recent }: { readonly issue: string; readonly comment: string; readonly recent: SeenIssue | null },
  task: TrackerTask,
): Promise<ClaimedIssue> {
  const judge = (seen: SeenIssue) => standingOf(parts, scope, seen, task);
  const before = await judge(recent ?? (await seeIssue(parts, issue, task.signal)));
  const standing = before.is === 'free' ? await writeClaim(parts, scope, before, comment, task, judge) : before;
  if (standing.is !== 'ours') return withdraw(parts, standing, before.is === 'free' || task.isRetry, task);
  if (isInProgress(standing.facts, scope)) return { is: 'claimed' };
  const after = await judge(await updateStatus(parts, standing.facts, scope.inProgressStatus, task.signal));
  return after.is === 'ours' || after.is === 'free' ? { is: 'claimed' } : withdraw(parts, after, true, task);
}

async function writeClaim(
  parts: LinearParts,
  scope: TrackerScope,
  { facts, over }: Extract<Standing, { readonly is: 'free' }>,
  comment: string,
  task: TrackerTask,
  judge: (seen: SeenIssue) => Promise<Standing>,
): Promise<Exclude<Standing, { readonly is: 'free' }>> {
  statusNamed(scope.inProgressStatus, facts.team); // fails before the comment is written
  const input = {
    id: entityId('claim', task.effect),
    issueId: facts.id,
    body: withVisibleClaim(comment, task.effect, over),
  };
  const written = await writeComment(parts, input, task);
  if (written.is === 'changed') return written;
  for (let looks = 0; looks < maxLooks; looks++) {
    await parts.clock.pause(visibleMs, task.signal);
    const standing = await judge(await seeIssue(parts, facts.id, task.signal));
    if (standing.is !== 'free') return standing;
    // Visible, and yet not the holder: a run whose claim was faster has ended in this second.
    if (standing.facts.claims.nodes.some(({ id }) => id === input.id))
      return { is: 'taken', by: runOfEffect(standing.over ?? '') };
  }
  throw new TrackerError('tracker.unavailable', { detail: `the claim of ${facts.identifier} did not become visible` });
}

async function standingOf(
  { hasRunEnded }: LinearParts,
  scope: TrackerScope,
  { facts, nowMs }: SeenIssue,
  { effect }: TrackerTask,
): Promise<Standing> {
  const how = issueChangeOf(facts, scope);
  if (how !== null || facts === null) return { is: 'changed', how: how ?? 'gone' };
  const holder = lastClaim(visibleClaims(facts.claims.nodes));
  if (holder === null) return { is: 'free', facts, over: null };
  if (holder.effect === effect) return { is: 'ours', facts };
  const by = runOfEffect(holder.effect);
  if (by === runOfEffect(effect)) return { is: 'free', facts, over: holder.effect };
  const isHeld = isClaimHeld({
    isInProgress: isInProgress(facts, scope),
    ageMs: nowMs - Date.parse(holder.at),
    hasRunEnded: await hasRunEnded(by),
  });
  return isHeld ? { is: 'taken', by } : { is: 'free', facts, over: holder.effect };
}

const isInProgress = ({ state }: IssueFacts, { inProgressStatus }: TrackerScope) =>
  isSameName(state.name, inProgressStatus);

async function withdraw(
  { api }: LinearParts,
  answer: Exclude<Standing, { readonly is: 'free' | 'ours' }>,
  mayHaveWritten: boolean,
  { effect, signal }: TrackerTask,
): Promise<ClaimedIssue> {
  const isGone = answer.is === 'changed' && answer.how === 'gone';
  if (mayHaveWritten && !isGone) await ifFound(api.ask(withdrawMutation, { id: entityId('claim', effect) }, signal));
  return answer;
}
