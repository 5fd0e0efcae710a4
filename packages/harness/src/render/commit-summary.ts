/** Lists the commits of a run, with commands to view and merge them. */

import { commitCheckout, prepareSession } from '@harness/core/effects/checkout';
import type { Operation, OperationInput } from '@harness/core/effects/operation';
import type { RunTree } from '@harness/core/journal/run-tree';
import type { CommitRow } from '@harness/core/views/commits';
import { printable } from './printable.ts';
import type { ResultFormat } from './result-format.ts';

type Format = Pick<ResultFormat, 'git' | 'messages' | 'before' | 'here'>;

export function commitSummaryLines(
  family: RunTree,
  rows: readonly CommitRow[],
  end: string,
  format: Format,
): readonly string[] {
  if (rows.length === 0) return end === 'done' ? [`  ${whyNoCommit(family, format.messages)}`] : whereLines(format);
  return rows.flatMap((commit) => [
    printable(`  ${commit.sha.slice(0, 10)} on ${commit.branch}: ${commit.subject}`),
    '',
    ...(isTaskRun(family) ? fromCheckout(commit, format) : fromLane(commit, format)),
  ]);
}

/** A run that ended early may have left the checkout on its own branch. */
const whereLines = ({ here, before, git, messages }: Format) =>
  here?.startsWith('harness/') && before !== null
    ? [`  ${messages.ending.onBranch({ branch: here })}`, '', git('go back', `switch ${before}`)]
    : [];

const fromLane = ({ branch }: CommitRow, { git }: Format) => [
  git('look at it', `diff HEAD...${branch}`),
  git('merge it', `merge ${branch}`),
];

/** The checkout is already on the new branch: switch to the previous branch first, if it is known. */
const fromCheckout = ({ sha, branch }: CommitRow, { git, before }: Format) => [
  git('look at it', `show ${sha.slice(0, 10)}`),
  ...(before === null ? [] : [git('merge it', `switch ${before}`, `merge ${branch}`)]),
];

/** Arguments of each request for one operation, in this run and its children. */
const asksOf = <Args>(family: RunTree, { kind, op }: Operation<Args, unknown>): readonly Args[] =>
  family.flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      if (entry.type !== 'asked' || entry.effect.kind !== kind) return [];
      const input = entry.effect.input as OperationInput;
      return input.op === op ? [input.args as Args] : [];
    }),
  );

export const isTaskRun = (family: RunTree) => asksOf(family, prepareSession).length > 0;

const commitsInCheckout = (family: RunTree) => asksOf(family, commitCheckout).length > 0;

/** The user wanted no commit, or no file changed. */
const whyNoCommit = (family: RunTree, { ending }: Format['messages']) =>
  isTaskRun(family) && !commitsInCheckout(family) ? ending.uncommitted({}) : ending.unchanged({});
