/**
 * Gives a lane of a mission its own resources: a number with ports, a temporary folder and a `.env` file.
 *
 *   T1. The number is stored in the git folder of the worktree and removed with it: no crash keeps a number forever.
 *   T2. Only files that the repository ignores are written into the lane.
 *   T3. A lane that has its resources is left unchanged.
 */

import { createHash } from 'node:crypto';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { LaneResourceOptions } from '@harness/core/effects/git';
import { envFile, freeLaneNumber, type LaneResources, laneResources } from '@harness/core/lane/lane-resources';
import { pathExists, readJsonFile, removeFolder } from '../../file/file-system.ts';
import { isBehindLink, readRegularFile } from '../../file/regular-file.ts';
import { replaceFile } from '../../file/replace-file.ts';
import { isWrittenByAgents } from '../../trust/exposed-times.ts';
import { git, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { commonDir, listGitDirs } from '../git-dir.ts';
import { isLanePath, laneFolder } from '../lane/lane.ts';
import { withLaneLock } from '../lane/lane-lock.ts';
import { isIgnored } from '../worktree/ignored.ts';
import { findWorktree, type Worktree } from '../worktree/worktree.ts';
import { removePartialClone } from './lane-dependencies.ts';

const file = 'harness-allotment.json';

export async function assignLaneResources(
  work: GitContext,
  worktree: Worktree,
  { firstPort, envFile: template }: LaneResourceOptions,
): Promise<void> {
  if (await hasLaneResources(worktree)) return;
  const temporary = temporaryOf(work.repo, basename(worktree.path));
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  await withLaneLock(join(work.common, file), async () => {
    const number = freeLaneNumber(await numbersTaken(work.common));
    const given = laneResources({ name: basename(worktree.path), number, firstPort, temporary });
    const env = await writeEnv(work.repo, worktree, template, given);
    const record: LaneResources = env === null ? given : { ...given, env };
    await replaceFile(join(worktree.gitDir, file), JSON.stringify(record), { durable: false, mode: 0o600 });
  });
}

/** Resources of a lane; `null` if the folder is not a lane or has none. */
export async function readLaneResources(repo: string, path: string): Promise<LaneResources | null> {
  if (!isLanePath(path)) return null;
  const root = await realpath(repo);
  const worktree = await findWorktree({ common: await commonDir(root) }, laneFolder(root, path));
  return worktree && readResources(worktree.gitDir);
}

export const hasLaneResources = ({ gitDir }: Worktree): Promise<boolean> => pathExists(join(gitDir, file));

/** Removes the files of the lane outside its folder, except its clean rooms. */
export async function removeLaneResources(repo: string, folder: string): Promise<void> {
  await Promise.all([removeFolder(temporaryOf(repo, basename(folder))), removePartialClone(folder)]);
}

/** Outside of the repository: tools that search parent folders for their project must not find the user's. */
const temporaryOf = (repo: string, name: string) =>
  join(tmpdir(), `harness-${createHash('sha256').update(repo).digest('hex').slice(0, 12)}-${name}`);

async function numbersTaken(common: string): Promise<readonly number[]> {
  const all = await Promise.all((await listGitDirs(common)).map(readResources));
  return all.flatMap((one) => (one === null ? [] : [one.number]));
}

const readResources = (gitDir: string): Promise<LaneResources | null> => readJsonFile(join(gitDir, file));

/**
 * The file of the last commit, because agents write the checkout but commit nothing. A file in no commit must be the
 * user's. Links are not followed: a change that was merged before could lead them to the user's keys.
 */
async function readTemplate(repo: string, template: string): Promise<string | null> {
  if (template === '') return null;
  const listed = await git(repo, ['ls-tree', 'HEAD', '--', `:(literal)${template}`]);
  const [, mode, id = ''] = /^(\d+) blob (\w+)\t/.exec(listed.stdout) ?? [];
  if (mode !== undefined) return mode.startsWith('100') ? gitOrThrow(repo, ['cat-file', 'blob', id]) : null;
  if ((await isBehindLink(repo, template)) || (await isWrittenByAgents(repo, template))) return null;
  return readRegularFile(join(repo, template), 'utf8');
}

/**
 * Only if the repository ignores `.env`, else it would be part of the change. An existing file stays. Returns the
 * content; `null` if it must not be written.
 */
async function writeEnv(
  repo: string,
  worktree: Worktree,
  template: string,
  given: LaneResources,
): Promise<string | null> {
  const path = join(worktree.path, '.env');
  if (!(await isIgnored(worktree, '.env'))) return null;
  const start = await readTemplate(repo, template);
  const text = envFile(start ?? '', given);
  if (!(await pathExists(path))) await writeFile(path, text, { mode: 0o600 });
  return text;
}
