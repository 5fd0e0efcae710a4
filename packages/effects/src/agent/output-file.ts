/**
 * The one file that a role may write, although it only reads otherwise.
 *
 *   F1. What an earlier call left there is kept with the run and taken away first: a stale file is never taken for a new one.
 *   F2. A role that wrote none has its reply stored there, if that is its contract.
 *   F3. Never through a link, never outside the folder.
 */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Role } from '@harness/core/role/role';
import { reserveArtifact, writeArtifact } from '../artifact/store.ts';
import { readBytes, readText, resolveInside, writeFileWhole } from '../checkout/file.ts';
import { resolveContained } from '../contained-path.ts';
import { pathExists } from '../file/file-system.ts';

export interface OutputPlace {
  /** The folder of the call. */
  readonly cwd: string;
  /** As the role was told it, relative to its folder. */
  readonly path: string;
  readonly whenMissing: 'store-reply' | 'leave-missing';
}

/** Where this call may write; nothing when its role has no such file. A place outside is a defect of the workflow. */
export function outputPlace({ output }: Role<never, unknown>, input: unknown, cwd: string): OutputPlace | undefined {
  if (!output) return undefined;
  const path = output.path(input as never);
  const place = resolveContained(cwd, path);
  if (!place.ok) throw new Error(`${path} is no place for an output (${place.why})`);
  return { cwd, path, whenMissing: output.whenMissing };
}

export async function clearOutput({ cwd, path }: OutputPlace, runFolder: string, key: string): Promise<void> {
  const earlier = await readBytes(cwd, path);
  if (earlier === null) return;
  const name = basename(await reserveArtifact(runFolder, key, '.earlier.md'));
  await writeArtifact(runFolder, name, earlier);
  await rm(resolveInside(cwd, path));
}

/** What is in the file after the call, if anything. */
export async function takeOutput({ cwd, path, whenMissing }: OutputPlace, reply: string): Promise<string | undefined> {
  // Looked at once more: what is a link now, or lies behind one, is neither read nor written through.
  const place = resolveContained(cwd, path);
  if (!place.ok) return undefined;
  if (whenMissing === 'store-reply' && !(await pathExists(place.path)))
    await writeFileWhole(cwd, path, reply.endsWith('\n') ? reply : `${reply}\n`);
  return (await readText(cwd, path)) ?? undefined;
}
