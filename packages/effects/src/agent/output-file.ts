/**
 * Manages the one file that a read-only role may write.
 *
 *   F1. A file from an earlier call is kept with the run and removed before the call: a stale file is never read as
 *       new.
 *   F2. If the role wrote no file and its contract says so, its reply is stored as the file.
 *   F3. Never reads or writes through a link or outside the folder.
 */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Role } from '@harness/core/role/role';
import { reserveArtifact, writeArtifact } from '../artifact/store.ts';
import { readBytes, readText, resolveInside, writeFileWhole } from '../checkout/file.ts';
import { resolveContained } from '../contained-path.ts';
import { pathExists } from '../file/file-system.ts';

export interface OutputPlace {
  readonly cwd: string;
  /** Relative to the folder, as in the prompt. */
  readonly path: string;
  readonly whenMissing: 'store-reply' | 'leave-missing';
}

/** `undefined` if the role has no output file. Throws an `OutsideCheckoutError` if the path leads outside the folder. */
export function outputPlace({ output }: Role<never, unknown>, input: unknown, cwd: string): OutputPlace | undefined {
  if (!output) return undefined;
  const path = output.path(input as never);
  resolveInside(cwd, path);
  return { cwd, path, whenMissing: output.whenMissing };
}

export async function clearOutput({ cwd, path }: OutputPlace, runFolder: string, key: string): Promise<void> {
  const earlier = await readBytes(cwd, path);
  if (earlier === null) return;
  const name = basename(await reserveArtifact(runFolder, key, '.earlier.md'));
  await writeArtifact(runFolder, name, earlier);
  await rm(resolveInside(cwd, path));
}

/** Returns the content of the file after the call; `undefined` if it is missing or not readable. */
export async function takeOutput({ cwd, path, whenMissing }: OutputPlace, reply: string): Promise<string | undefined> {
  // Check again: the path may have become a link during the call.
  const place = resolveContained(cwd, path);
  if (!place.ok) return undefined;
  if (whenMissing === 'store-reply' && !(await pathExists(place.path)))
    await writeFileWhole(cwd, path, reply.endsWith('\n') ? reply : `${reply}\n`);
  return (await readText(cwd, path)) ?? undefined;
}
