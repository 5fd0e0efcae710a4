/**
 * Commits a checkpoint to the branch of its lane.
 *
 *   P1. Exactly once: the commit carries the key of its effect, and a second try finds it.
 *   P2. A branch that has moved since is not moved. A branch that was deleted is created again.
 *   P3. A commit that was merged into the lane becomes the second parent, also if it changed no file.
 *   P4. A change that contains a secret of the harness is not committed. Its files are named, never the value.
 */
import type { Lane } from '@harness/core/effects/git';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { ownRedactor } from '../../secret/redactor.ts';
import { git, gitErrorFrom, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { branchRef } from '../lane/branch-ownership.ts';
import { refuseSecrets } from '../lane/find-secrets.ts';
import { laneFolder } from '../lane/lane.ts';
import { withLaneLock } from '../lane/lane-lock.ts';
import { removeStaleLocks } from '../worktree/worktree.ts';
import { createRef, readRef, treesOf, writeCommit } from './ref.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly message: string;
}

export async function performCommitLane(work: GitContext, args: Args): Promise<Outcome<{ commit: string | null }>> {
  const { repo } = work;
  const { branch, base, path } = args.lane;
  const folder = laneFolder(repo, path);
  return withLaneLock(folder, async () => {
    const tip = await readRef(repo, branchRef(branch));
    if (tip !== null && (await effectOf(repo, tip)) === effectName(work)) return ok({ commit: tip });

    const [tree = '', baseTree] = await treesOf(repo, args.checkpoint, base);
    const { brought } = args.lane;
    if (tree === baseTree && brought === undefined) return ok({ commit: null });

    const refused = await refuseSecrets(repo, brought?.merged ?? base, args.checkpoint);
    if (refused !== null) return refused;

    await removeStaleLocks(work, null, branch);
    const parents = brought === undefined ? [base] : [base, brought.commit];
    const commit = await writeCommit(repo, tree, parents, messageOf(work, args.message));
    return advance(work, branch, base, commit);
  });
}

export async function advance(work: GitContext, branch: string, base: string, commit: string) {
  const { repo } = work;
  const result = await git(repo, ['update-ref', branchRef(branch), commit, base]);
  if (result.exitCode === 0) return ok({ commit });
  const found = await readRef(repo, branchRef(branch));
  if (found === base) throw gitErrorFrom(result);
  if (found !== null && (await effectOf(repo, found)) === effectName(work)) return ok({ commit: found });
  if (found === null && (await createRef(repo, branchRef(branch), commit))) return ok({ commit });
  return fail('git.branch-moved', { branch, expected: base, found: found ?? 'no branch' });
}

export const effectName = ({ run, key }: Pick<GitContext, 'run' | 'key'>) => `${run}/${key}`;

export function messageOf(work: Pick<GitContext, 'run' | 'key'>, message: string): string {
  const text = ownRedactor().text(message.trim());
  const gap = endsInTrailers(text) ? '\n' : '\n\n';
  return `${text}${gap}Harness-Run: ${work.run}\nHarness-Effect: ${effectName(work)}\n`;
}

/** Git reads only the last paragraph as trailers, so those of the message and those of the harness share it. */
function endsInTrailers(text: string): boolean {
  const at = text.lastIndexOf('\n\n');
  return (
    at >= 0 &&
    text
      .slice(at + 2)
      .split('\n')
      .every((line) => /^[A-Za-z]+(?:-[A-Za-z]+)+: \S/.test(line))
  );
}

/** Only trailers count: a task may quote these words in its text. */
export async function effectOf(repo: string, commit: string): Promise<string> {
  const format = '--format=%(trailers:key=Harness-Effect,valueonly)';
  return (await gitOrThrow(repo, ['log', '-1', format, commit])).trim();
}
