/**
 * Records which run owns a branch.
 *
 * `refs/harness/lanes/<name>` claims `harness/<name>`, and `refs/harness/branches/<branch>` claims a branch with
 * another name. `refs/harness/continued/<branch>` claims an existing branch, which outlives the lane.
 *
 *   L1. A name belongs to one run. It is claimed before the branch exists, so that a run finds its own branch after a
 *       crash and never takes another.
 *   L2. A claim records the base commit of the lane, whatever the user commits later.
 *   L3. An existing branch is continued by one run at a time and never removed.
 *
 * A claim is a commit on that base whose subject is the run, or the name of the lane. A symbolic ref from the run to
 * the branch would not do: two runs could point at one name, and after a crash neither knows its owner.
 */
import { GitError, git, gitOrThrow } from '../command.ts';
import { commonDir } from '../git-dir.ts';
import { createProcessCache } from '../process-cache.ts';
import { createRef, createRefs, deleteRef, readRef, treesOf, writeCommit } from '../refs/ref.ts';
import { hasNoRefs } from '../refs/ref-files.ts';

export interface BranchStart {
  readonly branch: string;
  readonly base: string;
}

export interface BranchOwnership extends BranchStart {
  readonly run: string;
  readonly ref: string;
  readonly commit: string;
  /** The branch existed before: it stays, also without a commit of this run. */
  readonly continues: boolean;
}

const laneRefs = 'refs/harness/lanes/';
const otherRefs = 'refs/harness/branches/';
const continuedRefs = 'refs/harness/continued/';
const ownPrefix = 'harness/';
export const branchRef = (branch: string): string => `refs/heads/${branch}`;
export const ownershipRef = (branch: string): string =>
  branch.startsWith(ownPrefix) ? laneRefs + branch.slice(ownPrefix.length) : otherRefs + branch;
export const existingBranchRef = (branch: string): string => continuedRefs + branch;
const claimedBranch = (ref: string): string => {
  if (ref.startsWith(laneRefs)) return ownPrefix + ref.slice(laneRefs.length);
  return ref.slice((ref.startsWith(continuedRefs) ? continuedRefs : otherRefs).length);
};

/** All claims, and the branches below one folder, from one git call. */
export interface BranchNames {
  readonly claims: readonly BranchOwnership[];
  readonly branches: readonly string[];
}

/** A cached claim is valid while its ref is unchanged: the content of a commit never changes. */
const cache = createProcessCache<BranchOwnership>();
const cacheKey = (repo: string, run: string) => `${repo}\0${run}`;

export const findOwnership = async (repo: string, run: string): Promise<BranchOwnership | null> =>
  (await cachedOwnership(repo, run)) ?? parseOwnership(await readBranchNames(repo), repo, run);

export async function cachedOwnership(repo: string, run: string): Promise<BranchOwnership | null> {
  const claim = cache.get(cacheKey(repo, run));
  return claim !== undefined && (await readRef(repo, claim.ref)) === claim.commit ? claim : null;
}

export function parseOwnership({ claims }: BranchNames, repo: string, run: string): BranchOwnership | null {
  const claim = claims.find((one) => one.run === run) ?? null;
  if (claim !== null) cache.set(cacheKey(repo, run), claim);
  return claim;
}

export async function readBranchNames(repo: string, branch?: string): Promise<BranchNames> {
  const format = '--format=%(refname)%00%(objectname)%00%(parent)%00%(subject)';
  const under = branch === undefined ? [] : [branchRef(folderOf(branch))];
  const folders = [laneRefs, otherRefs, continuedRefs, ...under];
  if (await hasNoRefs(await commonDir(repo), ...folders)) return { claims: [], branches: [] };
  const listed = await gitOrThrow(repo, ['for-each-ref', format, ...folders]);
  const rows = listed.split('\n').filter((line) => line !== '');
  const branches = rows.flatMap((row) => /^refs\/heads\/([^\0]+)/.exec(row)?.[1] ?? []);
  return { claims: rows.filter((row) => !row.startsWith(branchRef(''))).map(parseClaim), branches };
}

function parseClaim(row: string): BranchOwnership {
  const [ref = '', commit = '', base = '', run = ''] = row.split('\0');
  return { run, branch: claimedBranch(ref), base, ref, commit, continues: ref.startsWith(continuedRefs) };
}

const folderOf = (branch: string) => branch.slice(0, branch.indexOf('/'));

interface ClaimResult {
  readonly claim: BranchOwnership;
  readonly hasBranch: boolean;
}

/** Claims the first free name of `<branch>`, `-2`, `-3` …, at the given start. */
export async function takeBranch(repo: string, run: string, wanted: string, from: string, names: BranchNames) {
  const { base, tree } = await resolveStart(repo, from);
  const taken = takenIn(names, wanted);
  const commit = await writeCommit(repo, tree, base, run);
  for (let number = 1; ; number++) {
    const branch = number === 1 ? wanted : `${wanted}-${number}`;
    if (taken.some((other) => namesCollide(other, branch))) continue;
    const claimed = await claimName(repo, { run, branch, base, ref: ownershipRef(branch), commit, continues: false });
    if (claimed !== null) return claimed;
  }
}

/** Creates the claim and its branch in one step, the claim first (L1). `null` if another process took the name. */
async function claimName(repo: string, claim: BranchOwnership): Promise<ClaimResult | null> {
  const { ref, commit, branch, base, run } = claim;
  const hasBranch = await createRefs(repo, [ref, commit], [branchRef(branch), base]);
  if (hasBranch || (await createRef(repo, ref, commit))) {
    cache.set(cacheKey(repo, run), claim);
    return { claim, hasBranch };
  }
  const ours = await findOwnership(repo, run); // created by a late git process of this run
  return ours && { claim: ours, hasBranch: false };
}

/** Reads a branch without starting git. */
async function resolveStart(repo: string, from: string): Promise<{ readonly base: string; readonly tree: string }> {
  const tip = from.startsWith(branchRef('')) ? await readRef(repo, from) : null;
  if (tip !== null) return { base: tip, tree: (await treesOf(repo, tip))[0] ?? '' };
  const head = await git(repo, ['rev-parse', `${from}^{commit}`, `${from}^{tree}`]);
  if (head.exitCode !== 0) throw new GitError(`no commit found at ${from}`);
  const [base = '', tree = ''] = head.stdout.split('\n');
  return { base, tree };
}

/** Claims an existing branch at its current commit; `null` if it does not exist. */
export async function takeExistingBranch(repo: string, run: string, branch: string): Promise<BranchOwnership | null> {
  const found = await git(repo, ['rev-parse', '--verify', '--quiet', `${branchRef(branch)}^{commit}`]);
  if (found.exitCode !== 0) return null;
  const base = found.stdout.trim();
  const [tree = ''] = await treesOf(repo, base);
  const commit = await writeCommit(repo, tree, base, run);
  const ref = existingBranchRef(branch);
  if (await createRef(repo, ref, commit)) return { run, branch, base, ref, commit, continues: true };
  const ours = await findOwnership(repo, run); // created by a late git process of this run
  if (ours !== null) return ours;
  const other = await gitOrThrow(repo, ['for-each-ref', '--format=%(subject)', ref]);
  throw new GitError(`the run ${other} owns the branch ${branch}`);
}

/** Changes the base commit of a lane after the base was merged into it. */
export async function moveOwnershipBase(repo: string, claim: BranchOwnership, base: string): Promise<void> {
  const [tree = ''] = await treesOf(repo, base);
  const commit = await writeCommit(repo, tree, base, claim.run);
  await gitOrThrow(repo, ['update-ref', claim.ref, commit, claim.commit]);
}

export const releaseOwnership = (repo: string, { ref, commit }: BranchOwnership): Promise<void> =>
  deleteRef(repo, ref, commit);

/** Existing and claimed branches below the same folder as `branch`. */
export const namesTaken = async (repo: string, branch: string): Promise<readonly string[]> =>
  takenIn(await readBranchNames(repo, branch), branch);

function takenIn({ claims, branches }: BranchNames, branch: string): readonly string[] {
  const folder = folderOf(branch);
  if (branches.includes(folder)) {
    throw new GitError(`the branch "${folder}" is in the way of branches named ${folder}/…: rename it first`);
  }
  return [...branches, ...claims.filter(({ continues }) => !continues).map((claim) => claim.branch)];
}

/** Refs are files and folders: `a` and `a/b` cannot both exist. */
export const namesCollide = (one: string, other: string) =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
