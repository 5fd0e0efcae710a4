/** Writes a comment at Linear, once: its id is computed from the key of the effect. */
import type { CommentedIssue } from '@harness/core/effects/tracker';
import type { TrackerTask } from '../tracker.ts';
import { ifFound, isFailure, type LinearParts } from './api.ts';
import { entityId } from './entity-id.ts';
import { commentMutation, commentQuery } from './operations.ts';
import { withoutVisibleClaims } from './visible-mark.ts';

export const commentLinearIssue = (
  parts: LinearParts,
  issue: string,
  body: string,
  task: TrackerTask,
): Promise<CommentedIssue> =>
  writeComment(parts, { issueId: issue, id: entityId('comment', task.effect), body: withoutVisibleClaims(body) }, task);

/** Linear refuses a second comment with the same id; its message is not documented, so this looks for the comment. */
export async function writeComment(
  { api }: LinearParts,
  input: { readonly id: string; readonly issueId: string; readonly body: string },
  { signal }: TrackerTask,
): Promise<CommentedIssue> {
  try {
    await api.ask(commentMutation, { input }, signal);
  } catch (error) {
    if (isFailure(error, 'tracker.not-found')) return { is: 'changed', how: 'gone' };
    if (!isFailure(error, 'tracker.refused')) throw error;
    if ((await ifFound(api.ask(commentQuery, { id: input.id }, signal))) === null) throw error;
  }
  return { is: 'written' };
}
