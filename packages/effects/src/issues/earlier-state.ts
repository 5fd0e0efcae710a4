/** Finds the state of the checkout that an earlier try of the same effect kept before it changed a file. */

import { gitOrThrow } from '../git/command.ts';
import type { GitContext } from '../git/context.ts';
import { effectName } from '../git/refs/commit.ts';

export interface EarlierState {
  readonly ref: string;
  readonly tree: string;
  readonly parents: readonly string[];
}

/** The newest one; `null` if an earlier process died before it, or if this is the first try. */
export async function findEarlierState(work: GitContext, subject: string): Promise<EarlierState | null> {
  const trailer = '%(trailers:key=Harness-Effect,valueonly,separator=%x20)';
  const format = `--format=%(refname)%00%(tree)%00%(parent)%00%(subject)%00${trailer}`;
  const under = `refs/harness/kept/${work.run}/`;
  const listed = await gitOrThrow(work.repo, ['for-each-ref', '--sort=version:refname', format, under]);
  const rows = listed.split('\n').map((line) => line.split('\0'));
  const row = rows.findLast(([, , , title, effect]) => title === subject && effect === effectName(work));
  const [ref = '', tree = '', parents = ''] = row ?? [];
  return row === undefined ? null : { ref, tree, parents: parents.split(' ') };
}
