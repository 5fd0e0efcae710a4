/** Where the work of a plan is now that it is merged: the branch it was made on is history. */

import type { RunTree } from '@harness/core/journal/run-tree';
import { failureText } from '@harness/core/messages/lookup';
import type { Messages } from '@harness/core/messages/messages';
import { type MergedPlanView, mergedPlanView } from '@harness/core/workflows/plan/view';
import { printable } from '../../render/printable.ts';

interface ResultFormat {
  readonly messages: Pick<Messages, 'ending' | 'failures'>;
  git(label: string, ...commands: readonly string[]): string;
  next(label: string, command: string): string;
}

/** Nothing for a run that merged nothing. */
export function mergedPlanLines(family: RunTree, { messages, git, next }: ResultFormat): readonly string[] | null {
  const view = mergedPlanView(family);
  if (view === null) return null;
  const sha = view.sha.slice(0, 10);
  const look = git('look at it', `show ${sha}`);
  if (view.left === null) return [`  ${messages.ending.shipped({ sha, base: view.base })}`, '', look];
  return [`  ${printable(unfiled(view, sha, messages))}`, '', look, next('file it later', `harness run ${view.plan}`)];
}

function unfiled({ left, base }: MergedPlanView, sha: string, messages: ResultFormat['messages']): string {
  if (left?.is === 'waiting') return messages.ending.waiting({ sha, base, pull: left.pull, url: left.url });
  return messages.ending.unfiled({ sha, base, why: left ? failureText(messages, left.because) : '' });
}
