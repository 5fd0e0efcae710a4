/** Sets the status of an issue at Linear. */
import { ifFound, type LinearParts, type SeenIssue, seeIssue, toSeen } from './api.ts';
import { statusMutation } from './operations.ts';
import type { IssueFacts } from './rows.ts';
import { statusNamed } from './scope.ts';

/** Returns the issue after the change; `facts: null` if a person deleted it before. */
export async function updateStatus(
  parts: LinearParts,
  { id, team }: IssueFacts,
  name: string,
  signal: AbortSignal,
): Promise<SeenIssue> {
  const input = { stateId: statusNamed(name, team).id };
  const answer = await ifFound(parts.api.ask(statusMutation, { id, input }, signal));
  if (answer !== null) return toSeen(answer.data.issueUpdate.issue, answer.nowMs);
  const seen = await seeIssue(parts, id, signal);
  if (seen.facts !== null) statusNamed(name, seen.facts.team); // a person removed the status just now
  return seen;
}
