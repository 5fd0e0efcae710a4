/** What a run committed, and how to look at it and merge it from where the user stands. */
import { commitCheckout, prepareSession } from '@harness/core/effects/checkout';
import type { Operation, OperationInput } from '@harness/core/effects/operation';
import type { CommitRow } from '@harness/core/views/commits';
import type { Family } from '@harness/core/views/run';
import { printable } from './printable.ts';

type Git = (label: string, ...commands: readonly string[]) => string;

export function committed(family: Family, rows: readonly CommitRow[], end: string, git: Git): readonly string[] {
  if (rows.length === 0) return end === 'done' ? [`  ${whyNoCommit(family)}`] : [];
  return rows.flatMap((commit) => [
    printable(`  ${commit.sha.slice(0, 10)} on ${commit.branch}: ${commit.subject}`),
    '',
    ...(isCheckout(family) ? fromCheckout(commit, family, git) : fromLane(commit, git)),
  ]);
}

const fromLane = ({ branch }: CommitRow, git: Git) => [
  git('look at it', `diff HEAD...${branch}`),
  git('merge it', `merge ${branch}`),
];

/** The checkout stands on the branch, and `-` is where it stood before; a repository that was empty has nothing to merge into. */
const fromCheckout = ({ sha, branch }: CommitRow, family: Family, git: Git) => [
  git('look at it', `show ${sha.slice(0, 10)}`),
  ...(asksOf(family, commitCheckout).some(({ base }) => base === null)
    ? []
    : [git('merge it', 'switch -', `merge ${branch}`)]),
];

/** What was asked of the world by one operation, in this run and its children. */
const asksOf = <Args>(family: Family, { kind, op }: Operation<Args, unknown>): readonly Args[] =>
  family.flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      if (entry.type !== 'asked' || entry.effect.kind !== kind) return [];
      const input = entry.effect.input as OperationInput;
      return input.op === op ? [input.args as Args] : [];
    }),
  );

const isCheckout = (family: Family) => asksOf(family, prepareSession).length > 0;

/** Nobody wanted one, or there was nothing to commit. */
const whyNoCommit = (family: Family) =>
  isCheckout(family) && asksOf(family, commitCheckout).length === 0
    ? 'Nothing was committed; what was changed is in your files.'
    : 'No file was changed, so there is no commit.';
