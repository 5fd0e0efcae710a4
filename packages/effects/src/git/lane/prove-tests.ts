/**
 * Brings a lane to its base with new tests on top, and back again.
 *
 *   W1. What is in the lane was saved as the checkpoint before: nothing that anybody wrote is lost.
 *   W2. Branch and claim stay as they are; only files change, and none that git ignores.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { defaultTestGlobs } from '@harness/core/test-guard/files';
import { matches } from '@harness/core/test-guard/glob';
import { type Proof, proofsOf } from '@harness/core/test-guard/proof';
import { gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { writeCommit } from '../refs/ref.ts';
import { writeLaneFiles } from '../worktree/write-files.ts';
import { touchedBetween } from './inspect-tests.ts';
import { ensureLane, laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
}

export async function findProofs(
  { repo }: GitContext,
  { lane, checkpoint, testFiles = defaultTestGlobs }: Args & { readonly testFiles?: readonly string[] },
): Promise<Outcome<{ readonly proofs: readonly Proof[] }>> {
  laneFolder(repo, lane.path); // only a lane is looked at
  const touched = await touchedBetween(repo, lane.base, checkpoint, (path) => matches(path, testFiles));
  return ok({ proofs: proofsOf(touched, testFiles) });
}

export async function rewindLane(
  work: GitContext,
  {
    lane,
    checkpoint,
    files,
    spoilt = [],
  }: Args & { readonly files: readonly string[]; readonly spoilt?: readonly string[] },
): Promise<Outcome<'rewound'>> {
  const tree = await treeWith(work, lane.base, checkpoint, { files, spoilt });
  await become(work, lane, await writeCommit(work.repo, tree, lane.base, 'harness: the base with new tests'));
  return ok('rewound');
}

export async function restoreLane(work: GitContext, { lane, checkpoint }: Args): Promise<Outcome<'restored'>> {
  await become(work, lane, checkpoint);
  return ok('restored');
}

async function become(work: GitContext, lane: Lane, commit: string): Promise<void> {
  const folder = laneFolder(work.repo, lane.path);
  await withLaneLock(folder, async () => writeLaneFiles((await ensureLane(work, folder, lane)).worktree, commit, null));
}

/** In an index of its own: neither the lane's nor the user's is touched. */
async function treeWith(
  { repo, common }: GitContext,
  base: string,
  from: string,
  { files, spoilt }: { readonly files: readonly string[]; readonly spoilt: readonly string[] },
): Promise<string> {
  const folder = await mkdtemp(join(common, 'harness-index-'));
  try {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    await gitOrThrow(repo, ['read-tree', base], { env });
    const input = `${await rowsOf(repo, from, files)}${await rowsOfSpoilt(repo, spoilt)}`;
    await gitOrThrow(repo, ['update-index', '-z', '--index-info'], { env, input });
    return await gitOrThrow(repo, ['write-tree'], { env });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Nothing named would be everything. */
const rowsOf = async (repo: string, from: string, files: readonly string[]) =>
  files.length === 0
    ? ''
    : gitOrThrow(repo, ['ls-tree', '-r', '-z', from, '--', ...files.map((file) => `:(literal)${file}`)]);

const unreadable = ')]}> this is no program in any language <{[(\n';

async function rowsOfSpoilt(repo: string, files: readonly string[]): Promise<string> {
  if (files.length === 0) return '';
  const blob = await gitOrThrow(repo, ['hash-object', '-w', '--stdin'], { input: unreadable });
  return files.map((file) => `100644 blob ${blob}\t${file}\0`).join('');
}
