/**
 * The tracker of Linear.
 *
 *   LT1. Each write has an id that is computed from the key of its effect, so a second try does not repeat it.
 *   LT2. One issue costs eight requests: list, read, claim (comment, look, status), comment, finish (look, status). A list
 *        of more than 50 issues costs one more per page.
 *   LT3. A change by a person is an answer, and the tracker never overwrites it.
 */
import { systemWatchClock, type WatchClock } from '../../forge/clock.ts';
import type { HasRunEnded, Tracker } from '../tracker.ts';
import type { LinearParts, SeenIssue } from './api.ts';
import { claimLinearIssue } from './claim.ts';
import { type LinearAccess, linearApi } from './client.ts';
import { commentLinearIssue } from './comment.ts';
import { createLinearIssue } from './create.ts';
import { finishLinearIssue } from './finish.ts';
import { listLinearIssues, readLinearIssue } from './list.ts';
import { openLinearScope } from './open.ts';

export interface LinearSettings extends LinearAccess {
  readonly hasRunEnded: HasRunEnded;
  readonly clock?: WatchClock;
}

/** A claim may use what `read` saw this long ago. */
const recentMs = 60_000;

export function linearTracker({ hasRunEnded, clock = systemWatchClock, ...access }: LinearSettings): Tracker {
  const parts: LinearParts = { api: linearApi(access), clock, hasRunEnded };
  let last: { readonly issue: string; readonly seen: SeenIssue; readonly atMs: number } | null = null;
  const takeRecent = (issue: string): SeenIssue | null => {
    const found = last?.issue === issue && clock.now() - last.atMs < recentMs ? last.seen : null;
    last = null;
    return found;
  };
  return {
    open: (scope, task) => openLinearScope(parts, scope, task),
    list: (scope, task) => listLinearIssues(parts, scope, task),
    async read(_, issue, task) {
      const found = await readLinearIssue(parts, issue, task);
      last = found && { issue, seen: found.seen, atMs: clock.now() };
      return found?.text ?? null;
    },
    claim(scope, issue, comment, task) {
      const recent = takeRecent(issue);
      return claimLinearIssue(parts, scope, { issue, comment, recent: task.isRetry ? null : recent }, task);
    },
    comment: (_, issue, body, task) => commentLinearIssue(parts, issue, body, task),
    finish: (scope, issue, task) => finishLinearIssue(parts, scope, issue, task),
    create: (scope, issue, task) => createLinearIssue(parts, scope, issue, task),
  };
}
