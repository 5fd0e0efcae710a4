/**
 * Keeps states of a lane reachable as `refs/harness/kept/<run>/<n>`.
 *
 *   K1. A number is used once: two simultaneous calls get two refs.
 *   K2. Keeping the same commit again, after a crash, finds the first ref.
 *   K3. No ref is ever deleted or moved here.
 */
import { git, gitErrorFrom, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { isHeld, writeCommit } from './ref.ts';
import { hasNoRefs } from './ref-files.ts';

export interface KeptRef {
  readonly ref: string;
  readonly number: number;
  readonly commit: string;
  readonly tree: string;
}

const folder = (run: string) => `refs/harness/kept/${run}/`;

/** Oldest first. */
export async function listKeptRefs({ repo, common, run }: GitContext): Promise<readonly KeptRef[]> {
  if (await hasNoRefs(common, folder(run))) return [];
  const format = '--format=%(refname) %(objectname) %(tree)';
  const listed = await gitOrThrow(repo, ['for-each-ref', format, folder(run)]);
  const rows = listed.split('\n').filter((line) => line !== '');
  return rows.map(parse).sort((one, other) => one.number - other.number);
}

function parse(line: string): KeptRef {
  const [ref = '', commit = '', tree = ''] = line.split(' ');
  return { ref, number: Number(ref.slice(ref.lastIndexOf('/') + 1)), commit, tree };
}

/** Keeps the commits that are reachable neither from `held` nor from a ref of this run. Returns the newest new ref. */
export async function keepCommits(work: GitContext, commits: readonly string[], held: readonly string[]) {
  let newest: string | null = null;
  for (const commit of commits) {
    if (held.includes(commit)) continue;
    const kept = await listKeptRefs(work);
    const found = kept.find((each) => each.commit === commit);
    if (found === undefined && (await isHeld(work.repo, commit, [...held, ...kept.map((each) => each.commit)])))
      continue;
    newest = await keepCommit(work, commit, kept);
  }
  return newest;
}

interface TreeToKeep {
  readonly tree: string;
  readonly base: string | null;
  readonly subject: string;
}

/** Keeps a tree as a commit on top of the last kept one, so that the newest ref leads to all others. */
export async function keepTree(work: GitContext, wanted: TreeToKeep, kept: readonly KeptRef[]): Promise<KeptRef> {
  const commit = await writeCommitToKeep(work, wanted, kept);
  return parse(`${await keepCommit(work, commit, kept)} ${commit} ${wanted.tree}`);
}

/** The commit of `keepTree`, before a ref names it. */
export const writeCommitToKeep = (
  work: GitContext,
  { tree, base, subject }: TreeToKeep,
  kept: readonly KeptRef[],
): Promise<string> => {
  const message = `${subject}\n\nHarness-Run: ${work.run}\nHarness-Effect: ${work.run}/${work.key}\n`;
  return writeCommit(work.repo, tree, kept.at(-1)?.commit ?? base, message);
};

export async function keepCommit(work: GitContext, commit: string, kept: readonly KeptRef[]): Promise<string> {
  const ref = kept.find((each) => each.commit === commit)?.ref ?? (await addRef(work, commit, kept));
  await work.kept(ref);
  return ref;
}

const maxTries = 100;

/** Skips a name that another process took, or that a killed git left locked. */
async function addRef({ repo, run }: GitContext, commit: string, kept: readonly KeptRef[]): Promise<string> {
  const first = (kept.at(-1)?.number ?? 0) + 1;
  for (let number = first; ; number++) {
    const ref = `${folder(run)}${number}`;
    const result = await git(repo, ['update-ref', ref, commit, '']);
    if (result.exitCode === 0) return ref;
    if (!result.stderr.includes('cannot lock ref') || number - first > maxTries) throw gitErrorFrom(result);
  }
}
