/**
 * Writes what was made of a site into the checkout: all of it or none.
 *
 *   SW1. Every file is whole on the disk, beside its place, before the first gets its name.
 *   SW2. Nothing is written over unless somebody said so; where one cannot be, those that had come are taken back.
 *   SW3. After a crash it goes on: what it wrote is known by its bytes, which follow from the artifacts and the analysis.
 */
import { lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SiteWriting } from '@harness/core/effects/site';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { sitePlaces } from '@harness/core/site/address';
import { productSpec, siteDrop, sourceAnalysis } from '@harness/core/site/documents';
import { refuseUnwritable } from '../artifact/refuse-unwritable.ts';
import { artifactBytes } from '../artifact/store.ts';
import { resolveInside, temporaryPath } from '../checkout/file.ts';
import { nullIfMissing } from '../git/file-system.ts';
import { linkIfFree } from '../plans/context-files.ts';

export interface WriteWork {
  /** The absolute root of the checkout. */
  readonly repo: string;
  readonly run: string;
  readonly runFolder: string;
  /** An earlier process began with this and died. */
  readonly interrupted: boolean;
}

interface File {
  readonly path: string;
  /** The absolute path. */
  readonly place: string;
  /** Where it is whole before it gets its name: each run has its own, and after a crash it is the same. */
  readonly beside: string;
  readonly bytes: Buffer;
}

export async function writeSite(
  work: WriteWork,
  writing: SiteWriting,
): Promise<Outcome<{ files: readonly string[]; spec: string }>> {
  const places = sitePlaces(writing.slug, writing.contextDir);
  const files = await filesOf(work, writing);
  return refuseUnwritable(resolveInside(work.repo, places.folder), async () => {
    const there: File[] = [];
    for (const file of files) if (work.interrupted && (await isOurs(file))) there.push(file);
    const taken = writing.force ? [] : await occupied(files.filter((file) => !there.includes(file)));
    if (taken.length > 0) return refused(files, there, taken);
    const conflict = await place(files, there, writing.force);
    if (conflict) return refused(files, conflict.placed, [conflict.file]);
    if (writing.force) await clearOld(join(work.repo, places.folder, 'screenshots'), files);
    return ok({ files: files.map(({ path }) => path), spec: places.spec });
  });
}

async function filesOf({ repo, run, runFolder }: WriteWork, writing: SiteWriting): Promise<readonly File[]> {
  const { url, slug, contextDir, captured, analysis } = writing;
  const places = sitePlaces(slug, contextDir);
  const source = { url, analysis, places };
  const file = (path: string, content: string | Buffer): File => {
    const place = resolveInside(repo, path);
    return { path, place, beside: temporaryPath(`${place}.${run}`), bytes: Buffer.from(content) };
  };
  const shots: File[] = [];
  for (const { name, image } of captured.shots)
    shots.push(file(`${places.folder}/screenshots/${name}`, await artifactBytes(runFolder, image)));
  return [
    file(`${places.folder}/capture.json`, await artifactBytes(runFolder, captured.capture)),
    file(`${places.folder}/analysis.json`, `${JSON.stringify(analysis, null, 2)}\n`),
    file(`${places.folder}/source-analysis.md`, sourceAnalysis(source)),
    ...shots,
    file(places.spec, productSpec(source)),
    file(places.drop, siteDrop(source)),
  ];
}

async function isOurs({ place, bytes }: File): Promise<boolean> {
  const entry = await lstat(place).catch(nullIfMissing);
  return entry?.isFile() === true && (await readFile(place)).equals(bytes);
}

async function occupied(files: readonly File[]): Promise<readonly File[]> {
  const found: File[] = [];
  for (const file of files) if ((await lstat(file.place).catch(nullIfMissing)) !== null) found.push(file);
  return found;
}

async function refused(
  files: readonly File[],
  placed: readonly File[],
  taken: readonly File[],
): Promise<Outcome<never>> {
  await takeBack(files, placed);
  return fail('site.exists', { paths: taken.map(({ path }) => path).join(', ') });
}

/** Answers with the file whose place was taken meanwhile, and with those that had come into theirs. */
async function place(files: readonly File[], there: readonly File[], force: boolean) {
  const placed = [...there];
  const left = files.filter((file) => !there.includes(file));
  try {
    for (const file of left) await writeBeside(file);
    for (const file of left) {
      if (force) await rename(file.beside, file.place);
      else if (!(await linkIfFree(file.beside, file.place))) return { file, placed };
      placed.push(file);
    }
  } catch (error) {
    await takeBack(files, force ? [] : placed); // what was written over cannot be brought back, so the new one stays
    throw error;
  }
  await takeBack(files, []);
  for (const folder of new Set(files.map(({ place }) => dirname(place)))) await sync(folder);
  return null;
}

async function writeBeside({ beside, bytes }: File): Promise<void> {
  await mkdir(dirname(beside), { recursive: true });
  await rm(beside, { force: true }); // of one who died; and if it is a link, it is not written through
  await writeFile(beside, bytes, { flag: 'wx', flush: true });
}

/** Every draft, and those of the files that are not to stay. */
async function takeBack(files: readonly File[], placed: readonly File[]): Promise<void> {
  for (const { place } of placed) await rm(place, { force: true });
  for (const { beside } of files) await rm(beside, { force: true });
}

/** A name is on the disk only when its folder is. */
async function sync(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Pictures of an earlier capture that this one does not have. */
async function clearOld(folder: string, files: readonly File[]): Promise<void> {
  const own = new Set(files.map(({ place }) => place));
  for (const name of await readdir(folder))
    if (/^\d+-(?:desktop|phone)\.png$/.test(name) && !own.has(join(folder, name))) await rm(join(folder, name));
}
