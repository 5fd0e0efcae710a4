/** Looks whether git still has what a journal says it made: a commit that some ref leads to, a merge that is in its base. */
import { git } from '../command.ts';

export type CommitProblem = 'missing' | 'unreachable' | 'unmerged' | 'unfetched' | null;

/** Nothing wrong is null. Without a branch it need only be there: a forge may have made another commit of it. */
export async function checkCommit(repo: string, sha: string, branch: string | null): Promise<CommitProblem> {
  if (!(await isThere(repo, sha))) return 'missing';
  if (branch === null || (await isIn(repo, sha, `refs/heads/${branch}`))) return null;
  const { stdout } = await git(repo, ['for-each-ref', '--count=1', `--contains=${sha}`]);
  return stdout.trim() === '' ? 'unreachable' : null;
}

/** In the base here, or as it was last seen at the remote. A merge at a forge may not have been fetched yet. */
export async function checkMerge(repo: string, sha: string, base: string): Promise<CommitProblem> {
  if (!(await isThere(repo, sha))) return (await hasRemote(repo)) ? 'unfetched' : 'missing';
  for (const ref of [`refs/heads/${base}`, `refs/remotes/origin/${base}`]) if (await isIn(repo, sha, ref)) return null;
  return 'unmerged';
}

/** What is no name of a commit is never handed to git as if it were an option. */
const isThere = async (repo: string, sha: string): Promise<boolean> =>
  /^[0-9a-f]{7,64}$/.test(sha) && (await git(repo, ['cat-file', '-e', `${sha}^{commit}`])).exitCode === 0;

const isIn = async (repo: string, sha: string, ref: string): Promise<boolean> =>
  (await git(repo, ['merge-base', '--is-ancestor', sha, ref])).exitCode === 0;

const hasRemote = async (repo: string): Promise<boolean> => (await git(repo, ['remote'])).stdout.trim() !== '';
