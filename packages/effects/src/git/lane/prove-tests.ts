/**
 * Writes the base plus new tests, as a commit or into the lane, and restores the lane.
 *
 *   W1. The checkpoint contains the work of the lane, so nothing is lost.
 *   W2. Branch and claim stay; only files change, and no ignored ones.
 */

import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { defaultTestGlobs } from '@harness/core/test-guard/files';
import { matchesGlob } from '@harness/core/test-guard/glob';
import { selectProofs, type TestProof } from '@harness/core/test-guard/proof';
import { gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { writeCommit } from '../refs/ref.ts';
import { withTemporaryIndex } from '../worktree/index-file.ts';
import { writeLaneFiles } from '../worktree/write-files.ts';
import { touchedBetween } from './inspect-tests.ts';
import { ensureLane, laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
}

export async function performFindProofs(
  { repo }: GitContext,
  { lane, checkpoint, testFiles = defaultTestGlobs }: Args & { readonly testFiles?: readonly string[] },
): Promise<Outcome<{ readonly proofs: readonly TestProof[] }>> {
  laneFolder(repo, lane.path); // accepts only a lane
  const touched = await touchedBetween(repo, lane.base, checkpoint, (path) => matchesGlob(path, testFiles));
  return ok({ proofs: selectProofs(touched, testFiles) });
}

interface ProofArgs extends Args {
  readonly files: readonly string[];
  readonly spoilt?: readonly string[];
}

export async function performWriteProof(
  work: GitContext,
  args: ProofArgs,
): Promise<Outcome<{ readonly commit: string }>> {
  laneFolder(work.repo, args.lane.path); // accepts only a lane
  return ok({ commit: await proofCommit(work, args) });
}

export async function performRewindLane(work: GitContext, args: ProofArgs): Promise<Outcome<'rewound'>> {
  await replaceFiles(work, args.lane, await proofCommit(work, args));
  return ok('rewound');
}

async function proofCommit(work: GitContext, { lane, checkpoint, files, spoilt = [] }: ProofArgs): Promise<string> {
  const tree = await treeWith(work, lane.base, checkpoint, { files, spoilt });
  return writeCommit(work.repo, tree, lane.base, 'harness: the base with new tests');
}

export async function performRestoreLane(work: GitContext, { lane, checkpoint }: Args): Promise<Outcome<'restored'>> {
  await replaceFiles(work, lane, checkpoint);
  return ok('restored');
}

async function replaceFiles(work: GitContext, lane: Lane, commit: string): Promise<void> {
  const folder = laneFolder(work.repo, lane.path);
  await withLaneLock(folder, async () => writeLaneFiles((await ensureLane(work, folder, lane)).worktree, commit, null));
}

const treeWith = (
  { repo, common }: GitContext,
  base: string,
  from: string,
  { files, spoilt }: { readonly files: readonly string[]; readonly spoilt: readonly string[] },
): Promise<string> =>
  withTemporaryIndex(common, async (env) => {
    await gitOrThrow(repo, ['read-tree', base], { env });
    const input = `${await rowsOf(repo, from, files)}${await rowsOfSpoilt(repo, spoilt)}`;
    await gitOrThrow(repo, ['update-index', '-z', '--index-info'], { env, input });
    return gitOrThrow(repo, ['write-tree'], { env });
  });

/** An empty list would mean all files. */
const rowsOf = async (repo: string, from: string, files: readonly string[]) =>
  files.length === 0
    ? ''
    : gitOrThrow(repo, ['ls-tree', '-r', '-z', from, '--', ...files.map((file) => `:(literal)${file}`)]);

const invalidSource = ')]}> this is no program in any language <{[(\n';

async function rowsOfSpoilt(repo: string, files: readonly string[]): Promise<string> {
  if (files.length === 0) return '';
  const blob = await gitOrThrow(repo, ['hash-object', '-w', '--stdin'], { input: invalidSource });
  return files.map((file) => `100644 blob ${blob}\t${file}\0`).join('');
}
