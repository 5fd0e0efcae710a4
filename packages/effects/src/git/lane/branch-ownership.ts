/**
 * Which branch belongs to which run: `refs/harness/lanes/<name>` says that `harness/<name>` is a run's own, and
 * `refs/harness/branches/<branch>` the same of a branch with another name; `refs/harness/continued/<branch>` is about a
 * branch that was there before and outlives the lane.
 *
 *   L1. A name belongs to one run. It is claimed before the branch is made, so that a run that died in between finds its
 *       own branch again and never takes another's for its own.
 *   L2. A claim remembers the commit that the lane begins from, whatever the user commits meanwhile.
 *   L3. A branch that was there before is gone on with by one run at a time, and never removed.
 *
 * A claim is a commit on that base whose subject is the run, or the name that the lane has instead. (A symbolic ref from the run to the branch would not do: two
 * runs can point at one name, and after a crash neither knows whose branch it is.)
 */
import { GitError, git, gitOrThrow } from '../command.ts';
import { createProcessCache } from '../process-cache.ts';
import { createRef, createRefs, deleteRef, readRef, treesOf, writeCommit } from '../refs/ref.ts';

/** Where a lane belongs: its branch, and the commit that it began from. */
export interface BranchStart {
  readonly branch: string;
  readonly base: string;
}

export interface BranchOwnership extends BranchStart {
  readonly run: string;
  readonly ref: string;
  /** What the ref points at. */
  readonly commit: string;
  /** The branch was there before: it stays, also without a commit of this run. */
  readonly continues: boolean;
}

const laneRefs = 'refs/harness/lanes/';
const otherRefs = 'refs/harness/branches/';
const continuedRefs = 'refs/harness/continued/';
const own = 'harness/';
export const branchRef = (branch: string): string => `refs/heads/${branch}`;
export const ownershipRef = (branch: string): string =>
  branch.startsWith(own) ? laneRefs + branch.slice(own.length) : otherRefs + branch;
export const existingBranchRef = (branch: string): string => continuedRefs + branch;
const claimedBy = (ref: string): string => {
  if (ref.startsWith(laneRefs)) return own + ref.slice(laneRefs.length);
  return ref.slice((ref.startsWith(continuedRefs) ? continuedRefs : otherRefs).length);
};

/** What claims there are, and which branches below one folder: one look that answers both. */
export interface BranchNames {
  readonly claims: readonly BranchOwnership[];
  readonly branches: readonly string[];
}

/** A claim is true as long as its ref is where it was: what the commit there says can never change. */
const known = createProcessCache<BranchOwnership>();
const knownAs = (repo: string, run: string) => `${repo}\0${run}`;

export const findOwnership = async (repo: string, run: string): Promise<BranchOwnership | null> =>
  (await cachedOwnership(repo, run)) ?? parseOwnership(await readBranchNames(repo), repo, run);

export async function cachedOwnership(repo: string, run: string): Promise<BranchOwnership | null> {
  const claim = known.get(knownAs(repo, run));
  return claim !== undefined && (await readRef(repo, claim.ref)) === claim.commit ? claim : null;
}

export function parseOwnership({ claims }: BranchNames, repo: string, run: string): BranchOwnership | null {
  const claim = claims.find((one) => one.run === run) ?? null;
  if (claim !== null) known.set(knownAs(repo, run), claim);
  return claim;
}

/** All claims, and the branches below the same folder as `branch`. */
export async function readBranchNames(repo: string, branch?: string): Promise<BranchNames> {
  const format = '--format=%(refname)%00%(objectname)%00%(parent)%00%(subject)';
  const under = branch === undefined ? [] : [branchRef(folderOf(branch))];
  const listed = await gitOrThrow(repo, ['for-each-ref', format, laneRefs, otherRefs, continuedRefs, ...under]);
  const rows = listed.split('\n').filter((line) => line !== '');
  const branches = rows.flatMap((row) => /^refs\/heads\/([^\0]+)/.exec(row)?.[1] ?? []);
  return { claims: rows.filter((row) => !row.startsWith(branchRef(''))).map(claimed), branches };
}

function claimed(row: string): BranchOwnership {
  const [ref = '', commit = '', base = '', run = ''] = row.split('\0');
  return { run, branch: claimedBy(ref), base, ref, commit, continues: ref.startsWith(continuedRefs) };
}

const folderOf = (branch: string) => branch.slice(0, branch.indexOf('/'));

/** A name that was claimed, and whether its branch was made in the same step. */
interface Claimed {
  readonly claim: BranchOwnership;
  readonly hasBranch: boolean;
}

/** The first of `<branch>`, `-2`, `-3` … that nothing is in the way of, from where the user stands or another branch does. */
export async function takeBranch(repo: string, run: string, wanted: string, from: string, names: BranchNames) {
  const { base, tree } = await beginning(repo, from);
  const taken = takenIn(names, wanted);
  const commit = await writeCommit(repo, tree, base, run);
  for (let number = 1; ; number++) {
    const branch = number === 1 ? wanted : `${wanted}-${number}`;
    if (taken.some((other) => namesCollide(other, branch))) continue;
    const made = await claimName(repo, { run, branch, base, ref: ownershipRef(branch), commit, continues: false });
    if (made !== null) return made;
  }
}

/** The claim and its branch in one step, the claim first (L1). Null when the name went to another meanwhile. */
async function claimName(repo: string, claim: BranchOwnership): Promise<Claimed | null> {
  const { ref, commit, branch, base, run } = claim;
  const hasBranch = await createRefs(repo, [ref, commit], [branchRef(branch), base]);
  if (hasBranch || (await createRef(repo, ref, commit))) {
    known.set(knownAs(repo, run), claim);
    return { claim, hasBranch };
  }
  const ours = await findOwnership(repo, run); // a git of our own that died late
  return ours && { claim: ours, hasBranch: false };
}

/** What a branch stands at is read without starting a git for it. */
async function beginning(repo: string, from: string): Promise<{ readonly base: string; readonly tree: string }> {
  const tip = from.startsWith(branchRef('')) ? await readRef(repo, from) : null;
  if (tip !== null) return { base: tip, tree: (await treesOf(repo, tip))[0] ?? '' };
  const head = await git(repo, ['rev-parse', `${from}^{commit}`, `${from}^{tree}`]);
  if (head.exitCode !== 0) throw new GitError(`there is no commit to begin from at ${from}`);
  const [base = '', tree = ''] = head.stdout.split('\n');
  return { base, tree };
}

/** A branch that is there, to go on with it from where it stands; null when there is none. */
export async function takeExistingBranch(repo: string, run: string, branch: string): Promise<BranchOwnership | null> {
  const found = await git(repo, ['rev-parse', '--verify', '--quiet', `${branchRef(branch)}^{commit}`]);
  if (found.exitCode !== 0) return null;
  const base = found.stdout.trim();
  const [tree = ''] = await treesOf(repo, base);
  const commit = await writeCommit(repo, tree, base, run);
  const ref = existingBranchRef(branch);
  if (await createRef(repo, ref, commit)) return { run, branch, base, ref, commit, continues: true };
  const ours = await findOwnership(repo, run); // a git of our own that died late
  if (ours !== null) return ours;
  const other = await gitOrThrow(repo, ['for-each-ref', '--format=%(subject)', ref]);
  throw new GitError(`the run ${other} works on the branch ${branch}`);
}

/** Lets a lane begin from another commit from now on: the base was brought into it. */
export async function moveOwnershipBase(repo: string, claim: BranchOwnership, base: string): Promise<void> {
  const [tree = ''] = await treesOf(repo, base);
  const commit = await writeCommit(repo, tree, base, claim.run);
  await gitOrThrow(repo, ['update-ref', claim.ref, commit, claim.commit]);
}

/** Gives the name back. */
export const releaseOwnership = (repo: string, { ref, commit }: BranchOwnership): Promise<void> =>
  deleteRef(repo, ref, commit);

/** Branches that are there, or that a run has claimed for its own, below the same folder as `branch`. */
export const namesTaken = async (repo: string, branch: string): Promise<readonly string[]> =>
  takenIn(await readBranchNames(repo, branch), branch);

function takenIn({ claims, branches }: BranchNames, branch: string): readonly string[] {
  const folder = folderOf(branch);
  if (branches.includes(folder)) {
    throw new GitError(`the branch "${folder}" is in the way of branches named ${folder}/…: rename it first`);
  }
  return [...branches, ...claims.filter(({ continues }) => !continues).map((claim) => claim.branch)];
}

/** Refs are files and folders: `a` and `a/b` cannot both be. */
export const namesCollide = (one: string, other: string) =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
