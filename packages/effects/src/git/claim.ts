/**
 * Which branch belongs to which run: `refs/harness/lanes/<name>` says that `harness/<name>` is a run's own.
 *
 *   L1. A name belongs to one run. It is claimed before the branch is made, so that a run that died in between finds its
 *       own branch again and never takes another's for its own.
 *   L2. A claim remembers the commit that the lane begins from, whatever the user commits meanwhile.
 *
 * A claim is a commit on that base whose subject is the run. (A symbolic ref from the run to the branch would not do: two
 * runs can point at one name, and after a crash neither knows whose branch it is.)
 */
import { GitError, git, gitOrThrow } from './command.ts';
import { createRef, deleteRef, writeCommit } from './ref.ts';

/** Where a lane belongs: its branch, and the commit that it began from. */
export interface Home {
  readonly branch: string;
  readonly base: string;
}

export interface Claim extends Home {
  readonly run: string;
  readonly ref: string;
  /** What the ref points at. */
  readonly commit: string;
}

const claimRefs = 'refs/harness/lanes/';
const branchRefs = 'refs/heads/harness/';
export const branchRef = (branch: string): string => `refs/heads/${branch}`;
export const claimRef = (branch: string): string => branchRef(branch).replace(branchRefs, claimRefs);

export async function claimOf(repo: string, run: string): Promise<Claim | null> {
  const format = '--format=%(refname)%00%(objectname)%00%(parent)%00%(subject)';
  const listed = await gitOrThrow(repo, ['for-each-ref', format, claimRefs]);
  const claims = listed.split('\n').map((line): Claim => {
    const [ref = '', commit = '', base = '', owner = ''] = line.split('\0');
    return { run: owner, branch: `harness/${ref.slice(claimRefs.length)}`, base, ref, commit };
  });
  return claims.find((claim) => claim.run === run) ?? null;
}

/** The first of `harness/<slug>`, `-2`, `-3` … that nothing is in the way of, from where the user stands. */
export async function claimBranch(repo: string, run: string, slug: string): Promise<Claim> {
  const head = await git(repo, ['rev-parse', 'HEAD^{commit}', 'HEAD^{tree}']);
  if (head.exitCode !== 0) throw new GitError('the repository has no commit to begin from');
  const [base = '', tree = ''] = head.stdout.split('\n');
  const taken = await namesTaken(repo);
  const commit = await writeCommit(repo, tree, base, run);
  for (let number = 1; ; number++) {
    const name = number === 1 ? slug : `${slug}-${number}`;
    if (taken.some((other) => collide(other, name))) continue;
    const ref = claimRefs + name;
    if (await createRef(repo, ref, commit)) return { run, branch: `harness/${name}`, base, ref, commit };
    const ours = await claimOf(repo, run); // a git of our own that died late
    if (ours !== null) return ours;
  }
}

/** Gives the name back. */
export const release = (repo: string, { ref, commit }: Claim): Promise<void> => deleteRef(repo, ref, commit);

export async function namesTaken(repo: string): Promise<readonly string[]> {
  const listed = await gitOrThrow(repo, ['for-each-ref', '--format=%(refname)', 'refs/heads/harness', claimRefs]);
  const refs = listed.split('\n');
  if (refs.includes('refs/heads/harness')) {
    throw new GitError('the branch "harness" is in the way of branches named harness/…: rename it first');
  }
  return refs.map((ref) => ref.replace(branchRefs, '').replace(claimRefs, ''));
}

/** Refs are files and folders: `a` and `a/b` cannot both be. */
export const collide = (one: string, other: string) =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
