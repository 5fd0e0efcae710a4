/**
 * The one file that a role may write, although it only reads otherwise.
 *
 *   F1. What an earlier call left there is kept with the run and taken away first: a stale file is never taken for a new one.
 *   F2. A role that wrote none has its reply stored there, if that is its contract.
 *   F3. Never through a link, never outside the folder.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Role } from '@harness/core/role';
import { reserveArtifact, writeArtifact } from '../artifact/store.ts';
import { contain } from '../contain.ts';

export interface OutputPlace {
  /** As the role was told it, relative to its folder. */
  readonly path: string;
  readonly absolute: string;
  readonly whenMissing: 'store-reply' | 'leave-missing';
}

/** Where this call may write; nothing when its role has no such file. A place outside is a defect of the workflow. */
export function outputPlace({ output }: Role<never, unknown>, input: unknown, cwd: string): OutputPlace | undefined {
  if (!output) return undefined;
  const path = output.path(input as never);
  const place = contain(cwd, path);
  if (!place.ok) throw new Error(`${path} is no place for an output (${place.why})`);
  return { path, absolute: place.path, whenMissing: output.whenMissing };
}

export async function clearOutput({ absolute }: OutputPlace, runFolder: string, key: string): Promise<void> {
  if (!existsSync(absolute)) return;
  const name = basename(await reserveArtifact(runFolder, key, '.earlier.md'));
  await writeArtifact(runFolder, name, readFileSync(absolute));
  await rm(absolute);
}

/** What is in the file after the call, if anything. */
export async function takeOutput({ absolute, whenMissing }: OutputPlace, reply: string): Promise<string | undefined> {
  if (!existsSync(absolute) && whenMissing === 'store-reply') await store(absolute, reply);
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined;
}

async function store(absolute: string, text: string): Promise<void> {
  await mkdir(dirname(absolute), { recursive: true });
  const draft = join(dirname(absolute), `.${basename(absolute)}.${process.pid}.draft`);
  await writeFile(draft, text.endsWith('\n') ? text : `${text}\n`, { flag: 'wx' });
  await rename(draft, absolute);
}
