/** Sets the status of a finished issue at Linear, unless a person changed the issue before. */
import type { FinishedIssue } from '@harness/core/effects/tracker';
import type { TrackerScope } from '@harness/core/tracker/issue';
import { isSameName } from '@harness/core/tracker/local-issue';
import { lastClaim, runOfEffect } from '@harness/core/tracker/marks';
import type { TrackerTask } from '../tracker.ts';
import { type LinearParts, seeIssue } from './api.ts';
import type { IssueFacts } from './rows.ts';
import { issueChangeOf } from './scope.ts';
import { updateStatus } from './status.ts';
import { visibleClaims } from './visible-mark.ts';

export async function finishLinearIssue(
  parts: LinearParts,
  scope: TrackerScope,
  issue: string,
  task: TrackerTask,
): Promise<FinishedIssue> {
  const { facts } = await seeIssue(parts, issue, task.signal);
  const how = issueChangeOf(facts, scope);
  if (facts === null) return { is: 'changed', how: 'gone' };
  const isOurs = isHeldBy(facts, task.effect);
  // An earlier try may have set the status and lost the answer.
  if (how === 'closed' && task.isRetry && isOurs && isSameName(facts.state.name, scope.doneStatus))
    return { is: 'done' };
  if (how !== null) return { is: 'changed', how };
  if (!isOurs || !isSameName(facts.state.name, scope.inProgressStatus)) return { is: 'changed', how: 'moved' };
  const after = await updateStatus(parts, facts, scope.doneStatus, task.signal);
  return after.facts === null ? { is: 'changed', how: 'gone' } : { is: 'done' };
}

/** A person may delete the comment of the claim; then no other run has it. */
function isHeldBy({ claims }: IssueFacts, effect: string): boolean {
  const holder = lastClaim(visibleClaims(claims.nodes));
  return holder === null || runOfEffect(holder.effect) === runOfEffect(effect);
}
