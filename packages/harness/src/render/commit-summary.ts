/** What a run committed, and how to look at it and merge it from where the user stands. */

import { commitCheckout, prepareSession } from '@harness/core/effects/checkout';
import type { Operation, OperationInput } from '@harness/core/effects/operation';
import type { RunTree } from '@harness/core/journal/run-tree';
import type { Messages } from '@harness/core/messages/messages';
import type { CommitRow } from '@harness/core/views/commits';
import { printable } from './printable.ts';

type Git = (label: string, ...commands: readonly string[]) => string;

interface ResultFormat {
  readonly git: Git;
  readonly messages: Pick<Messages, 'ending'>;
  readonly before: string | null;
}

export function commitSummaryLines(
  family: RunTree,
  rows: readonly CommitRow[],
  end: string,
  pen: ResultFormat,
): readonly string[] {
  if (rows.length === 0) return end === 'done' ? [`  ${whyNoCommit(family, pen.messages)}`] : [];
  return rows.flatMap((commit) => [
    printable(`  ${commit.sha.slice(0, 10)} on ${commit.branch}: ${commit.subject}`),
    '',
    ...(isCheckout(family) ? fromCheckout(commit, pen) : fromLane(commit, pen)),
  ]);
}

const fromLane = ({ branch }: CommitRow, { git }: ResultFormat) => [
  git('look at it', `diff HEAD...${branch}`),
  git('merge it', `merge ${branch}`),
];

/** The checkout stands on the branch already: it is merged from where it stood before, when that is known. */
const fromCheckout = ({ sha, branch }: CommitRow, { git, before }: ResultFormat) => [
  git('look at it', `show ${sha.slice(0, 10)}`),
  ...(before === null ? [] : [git('merge it', `switch ${before}`, `merge ${branch}`)]),
];

/** What was asked of the world by one operation, in this run and its children. */
const asksOf = <Args>(family: RunTree, { kind, op }: Operation<Args, unknown>): readonly Args[] =>
  family.flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      if (entry.type !== 'asked' || entry.effect.kind !== kind) return [];
      const input = entry.effect.input as OperationInput;
      return input.op === op ? [input.args as Args] : [];
    }),
  );

const isCheckout = (family: RunTree) => asksOf(family, prepareSession).length > 0;

export const commitsInCheckout = (family: RunTree) => asksOf(family, commitCheckout).length > 0;

/** Nobody wanted one, or there was nothing to commit. */
const whyNoCommit = (family: RunTree, { ending }: ResultFormat['messages']) =>
  isCheckout(family) && !commitsInCheckout(family) ? ending.uncommitted({}) : ending.unchanged({});
