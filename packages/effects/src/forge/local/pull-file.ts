/**
 * Reads and writes the pull requests of the local forge: one JSON file each. A person may edit it to close or review it.
 *
 *   L1. A file is replaced as a whole and synced.
 *   L2. Fields that another program added stay in it.
 *   L3. An unreadable file is an error that names it, never an empty pull request.
 */

import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@harness/core/text/json';
import * as z from 'zod';
import { nullIfMissing } from '../../file/file-system.ts';
import { refuseUnwritable } from '../../file/refuse-unwritable.ts';
import { replaceFile } from '../../file/replace-file.ts';
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
  /** The commit before the work, if the base already had the work. */
  since: z.string().optional(),
  closedBy: z.string().optional(),
  merged: z.object({ sha: z.string(), head: z.string(), by: z.string(), at: z.iso.datetime() }).optional(),
  reviews: z
    .array(
      z.looseObject({ by: z.string(), verdict: z.enum(['approved', 'changes-requested', 'dismissed', 'commented']) }),
    )
    .default([]),
  comments: z.array(z.looseObject({ by: z.string(), text: z.string() })).default([]),
  /** Check results, by the tree of the merge result. */
  checks: z.object({ tree: z.string(), results: z.array(check) }).optional(),
});

export type PullFile = z.output<typeof schema>;

export const pullPath = (folder: string, pull: number): string => join(folder, 'pulls', `${pull}.json`);

export async function readPulls(folder: string): Promise<readonly PullFile[]> {
  const names = (await readdir(join(folder, 'pulls')).catch(nullIfMissing)) ?? [];
  const numbers = names.flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? []).map(Number);
  return Promise.all(numbers.sort((one, other) => one - other).map((pull) => readPullFile(folder, pull)));
}

export async function readPullFile(folder: string, pull: number): Promise<PullFile> {
  const path = pullPath(folder, pull);
  const text = await readFile(path, 'utf8').catch(nullIfMissing);
  if (text === null) throw new ForgeError('forge.not-found', { detail: `pull request ${pull}` });
  const read = schema.safeParse(parseJson(text));
  const problem = read.error?.issues[0];
  if (!read.success)
    throw new ForgeError('forge.unreadable', { detail: `${path}: ${problem?.path.join('.')} ${problem?.message}` });
  if (read.data.pull !== pull) throw new ForgeError('forge.unreadable', { detail: `${path}: pull is not ${pull}` });
  return read.data;
}

export async function writePullFile(folder: string, file: PullFile): Promise<void> {
  const path = pullPath(folder, file.pull);
  await refuseUnwritable(path, async () => {
    await mkdir(join(folder, 'pulls'), { recursive: true });
    await replaceFile(path, `${JSON.stringify(file, null, 2)}\n`, { durable: true }); // the forge lock allows one writer
  });
}
