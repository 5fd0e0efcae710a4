/**
 * Gives a lane what it has to itself: a number, and with it ports; a folder for what is temporary; a `.env`; and its
 * dependencies, installed.
 *
 *   T1. The number is written where git keeps the worktree, and goes with it: no crash leaves a number taken for ever.
 *   T2. Nothing that git would see is written into the lane: only what the repository ignores.
 *   T3. A lane that has its allotment is left as it is, so that what an agent installed stays.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Allots } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure';
import { type Allotment, allotment, envFile, freeNumber } from '@harness/core/mission/allotment';
import { bringDependencies, removeComing } from './dependencies.ts';
import { absent, exists, removeFolder } from './folder.ts';
import { commonDir } from './git-dir.ts';
import { isIgnored } from './ignored.ts';
import { isLanePath, laneFolder } from './lane.ts';
import { inTurn } from './turn.ts';
import type { Work } from './work.ts';
import { findWorktree, type Worktree } from './worktree.ts';

const file = 'harness-allotment.json';

export async function allot(work: Work, worktree: Worktree, allots: Allots): Promise<Outcome<null>> {
  if (await isAllotted(worktree)) return ok(null);
  const brought = await bringDependencies(work, worktree, allots.installTimeoutMs ?? null);
  if (!brought.ok) return brought;
  const { firstPort, envFile: template } = allots;
  const temporary = temporaryOf(work.repo, basename(worktree.path));
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  await inTurn(join(work.common, file), async () => {
    const number = freeNumber(await numbersTaken(work.common));
    const given = allotment({ name: basename(worktree.path), number, firstPort, temporary });
    await writeEnv(work.repo, worktree, template, given);
    const draft = join(worktree.gitDir, `${file}.coming`);
    await writeFile(draft, JSON.stringify(given));
    await rename(draft, join(worktree.gitDir, file));
  });
  return ok(null);
}

/** What a folder of the repository was given, if it is a lane that was given something. */
export async function allotmentOf(repo: string, path: string): Promise<Allotment | null> {
  if (!isLanePath(path)) return null;
  const root = await realpath(repo);
  const worktree = await findWorktree({ common: await commonDir(root) }, laneFolder(root, path));
  return worktree && allotmentIn(worktree.gitDir);
}

/** Whether it is a lane that was given something. */
export const isAllotted = ({ gitDir }: Worktree): Promise<boolean> => exists(join(gitDir, file));

/** What lies outside of the lane goes with it. */
export async function removeAllotted(repo: string, folder: string): Promise<void> {
  await removeFolder(temporaryOf(repo, basename(folder)));
  await removeComing(folder);
}

/** Outside of the repository: a tool that looks for its project in the folders above must not find the user's. */
const temporaryOf = (repo: string, name: string) =>
  join(tmpdir(), `harness-${createHash('sha256').update(repo).digest('hex').slice(0, 12)}-${name}`);

async function numbersTaken(common: string): Promise<readonly number[]> {
  const registered = join(common, 'worktrees');
  const names = (await readdir(registered).catch(absent)) ?? [];
  const all = await Promise.all(names.map((name) => allotmentIn(join(registered, name))));
  return all.flatMap((one) => (one === null ? [] : [one.number]));
}

async function allotmentIn(gitDir: string): Promise<Allotment | null> {
  const text = await readFile(join(gitDir, file), 'utf8').catch(absent);
  return text === null ? null : (JSON.parse(text) as Allotment);
}

/** Only where the repository ignores it: else it would be a part of the change. One that is there is another's. */
async function writeEnv(repo: string, worktree: Worktree, template: string, given: Allotment): Promise<void> {
  const path = join(worktree.path, '.env');
  if ((await exists(path)) || !(await isIgnored(worktree, '.env'))) return;
  const text = template === '' ? null : await readFile(join(repo, template), 'utf8').catch(absent);
  await writeFile(path, envFile(text ?? '', given), { mode: 0o600 });
}
