/** Where the work of a plan is now that it is merged: the branch it was made on is history. */
import type { Messages } from '@harness/core/messages/messages';
import type { Family } from '@harness/core/views/run';
import { shipped } from '@harness/core/views/shipped';

interface Pen {
  readonly messages: Pick<Messages, 'ending'>;
  git(label: string, ...commands: readonly string[]): string;
}

/** Nothing for a run that merged nothing. */
export function shippedLines(family: Family, { messages, git }: Pen): readonly string[] | null {
  const view = shipped(family);
  if (view === null) return null;
  const sha = view.sha.slice(0, 10);
  return [`  ${messages.ending.shipped({ sha, base: view.base })}`, '', git('look at it', `show ${sha}`)];
}
