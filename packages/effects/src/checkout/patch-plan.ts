/**
 * Applies the plan of a patch to the checkout: all of it, or none.
 *
 *   P1. The plan and both sides of every file are on the disk before the first file changes. A process that resumes
 *       after a crash finds each file in its old or its new state.
 *   P2. A file in any other state was changed by another program. It is left alone, and all other files are restored.
 */

import { readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonFile, valueIfCode } from '../file/file-system.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { draftPath, replaceFile } from '../file/replace-file.ts';
import { resolveInside, writeFileWhole } from './file.ts';
import { type FileState, isSame, type PatchPlan, type PatchStep, stateOf } from './patch-trial.ts';

const planIn = (folder: string) => join(folder, 'plan.json');

export const readPatchPlan = (folder: string): Promise<PatchPlan | null> => readJsonFile(planIn(folder));

export const writePlan = (folder: string, plan: PatchPlan): Promise<void> =>
  refuseUnwritable(planIn(folder), () => replaceFile(planIn(folder), JSON.stringify(plan), { durable: true }));

/** Returns the reason if the plan was not applied; `null` if it was. */
export async function applyPlan(repo: string, folder: string, plan: PatchPlan): Promise<string | null> {
  const changed = await findForeignChange(repo, plan);
  if (changed !== null) {
    await restore(repo, folder, plan);
    return `${changed} was changed in the meantime`;
  }
  try {
    for (const step of plan.steps) await put(repo, join(folder, 'after'), step.path, step.after);
    return null;
  } catch (error) {
    await restore(repo, folder, plan);
    throw error;
  }
}

async function findForeignChange(repo: string, { steps }: PatchPlan): Promise<string | null> {
  for (const step of steps) if ((await sideOf(repo, step)) === null) return step.path;
  return null;
}

async function sideOf(repo: string, { path, before, after }: PatchStep): Promise<'before' | 'after' | null> {
  const now = await stateOf(resolveInside(repo, path));
  if (now === 'other') return null;
  return isSame(now, after) ? 'after' : isSame(now, before) ? 'before' : null;
}

async function restore(repo: string, folder: string, { steps, folders }: PatchPlan): Promise<void> {
  for (const step of steps) {
    await rm(draftPath(resolveInside(repo, step.path)), { force: true });
    if ((await sideOf(repo, step)) === 'after') await put(repo, join(folder, 'before'), step.path, step.before);
  }
  for (const folder of folders.toReversed()) await rmdir(resolveInside(repo, folder)).catch(ignoreIfUsed);
}

/** A folder with a file of another program stays; a folder that was never created is missing. */
const ignoreIfUsed = valueIfCode(undefined, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR');

async function put(repo: string, side: string, path: string, state: FileState): Promise<void> {
  if (state === null) await rm(resolveInside(repo, path), { force: true });
  else if (!isSame(await fileStateOf(resolveInside(repo, path)), state))
    await writeFileWhole(repo, path, await readFile(join(side, path)), state.mode);
}

async function fileStateOf(path: string): Promise<FileState> {
  const state = await stateOf(path);
  return state === 'other' ? null : state;
}
