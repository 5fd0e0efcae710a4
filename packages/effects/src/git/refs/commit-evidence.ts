/** Verifies that git still has the commits and merges of a journal. */

import { git } from '../command.ts';
import { isAncestor } from './ref.ts';

export type CommitProblem = 'missing' | 'unreachable' | 'unmerged' | 'unfetched' | null;

/** `null` if there is no problem. Without a branch the commit only needs to exist: a forge may have rewritten it. */
export async function checkCommit(repo: string, sha: string, branch: string | null): Promise<CommitProblem> {
  if (!(await exists(repo, sha))) return 'missing';
  if (branch === null || (await isAncestor(repo, sha, `refs/heads/${branch}`))) return null;
  const { stdout } = await git(repo, ['for-each-ref', '--count=1', `--contains=${sha}`]);
  return stdout.trim() === '' ? 'unreachable' : null;
}

/** Checks the local base and its last known remote state. A merge at a forge may not be fetched yet. */
export async function checkMerge(repo: string, sha: string, base: string): Promise<CommitProblem> {
  if (!(await exists(repo, sha))) return (await hasRemote(repo)) ? 'unfetched' : 'missing';
  for (const ref of [`refs/heads/${base}`, `refs/remotes/origin/${base}`])
    if (await isAncestor(repo, sha, ref)) return null;
  return 'unmerged';
}

/** Rejects anything that is not a hash: git could read it as an option. */
const exists = async (repo: string, sha: string): Promise<boolean> =>
  /^[0-9a-f]{7,64}$/.test(sha) && (await git(repo, ['cat-file', '-e', `${sha}^{commit}`])).exitCode === 0;

const hasRemote = async (repo: string): Promise<boolean> => (await git(repo, ['remote'])).stdout.trim() !== '';
