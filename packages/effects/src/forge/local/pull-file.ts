/**
 * The pull requests of the local forge: one JSON file each, which a person can read, and change to close it or to review.
 *
 *   L1. A file is written beside its place, synced, and put there by a rename: it is whole, or as it was.
 *   L2. What somebody else added to it stays in it.
 *   L3. A file that cannot be read is said to be so by its name; it is never taken for an empty one.
 */
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { refuseUnwritable } from '../../artifact/refuse-unwritable.ts';
import { nullIfMissing } from '../../git/file-system.ts';
import { ForgeError } from '../forge-error.ts';

const check = z.object({
  name: z.string(),
  colour: z.enum(['green', 'red', 'pending']),
  url: z.string().default(''),
  detail: z.string().default(''),
});

const schema = z.looseObject({
  version: z.literal(1),
  pull: z.int().positive(),
  state: z.enum(['open', 'closed', 'merged']),
  title: z.string(),
  branch: z.string(),
  base: z.string(),
  isDraft: z.boolean().default(false),
  labels: z.array(z.string()).default([]),
  body: z.string(),
  openedAt: z.iso.datetime(),
  closedBy: z.string().optional(),
  merged: z.object({ sha: z.string(), head: z.string(), by: z.string(), at: z.iso.datetime() }).optional(),
  reviews: z
    .array(
      z.looseObject({ by: z.string(), verdict: z.enum(['approved', 'changes-requested', 'dismissed', 'commented']) }),
    )
    .default([]),
  comments: z.array(z.looseObject({ by: z.string(), text: z.string() })).default([]),
  /** What the checks said of the result of merging it, by the tree of that result. */
  checks: z.object({ tree: z.string(), results: z.array(check) }).optional(),
});

export type PullFile = z.output<typeof schema>;

export const pullPath = (folder: string, pull: number): string => join(folder, 'pulls', `${pull}.json`);

/** In the order of their numbers. */
export async function readPulls(folder: string): Promise<readonly PullFile[]> {
  const names = (await readdir(join(folder, 'pulls')).catch(nullIfMissing)) ?? [];
  const numbers = names.flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? []).map(Number);
  return Promise.all(numbers.sort((one, other) => one - other).map((pull) => readPullFile(folder, pull)));
}

export async function readPullFile(folder: string, pull: number): Promise<PullFile> {
  const path = pullPath(folder, pull);
  const text = await readFile(path, 'utf8').catch(nullIfMissing);
  if (text === null) throw new ForgeError('forge.not-found', { detail: `pull request ${pull}` });
  const read = schema.safeParse(parsed(text));
  const problem = read.error?.issues[0];
  if (!read.success)
    throw new ForgeError('forge.unreadable', { detail: `${path}: ${problem?.path.join('.')} ${problem?.message}` });
  if (read.data.pull !== pull) throw new ForgeError('forge.unreadable', { detail: `${path}: pull is not ${pull}` });
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

export async function writePullFile(folder: string, file: PullFile): Promise<void> {
  const path = pullPath(folder, file.pull);
  const draft = join(folder, 'pulls', `.${file.pull}.json.draft`); // one writer at a time: whoever died left the same name
  await refuseUnwritable(path, async () => {
    await mkdir(join(folder, 'pulls'), { recursive: true });
    await rm(draft, { force: true });
    await writeFile(draft, `${JSON.stringify(file, null, 2)}\n`, { flag: 'wx', flush: true });
    await rename(draft, path);
    await synced(join(folder, 'pulls'));
  });
}

/** A rename is on the disk when its folder is. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
