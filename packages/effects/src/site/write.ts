/**
 * Writes the documents and pictures of a site into the checkout: all of them or none.
 *
 *   SW1. Every file is complete on the disk before the first gets its name.
 *   SW2. No existing file is replaced without `force`. If one path is taken, the files that were placed are removed.
 *   SW3. After a crash it continues: it recognises its files by their bytes, which follow from the artifacts and the analysis.
 */

import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WriteSiteArgs } from '@harness/core/effects/site';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { sitePaths } from '@harness/core/site/address';
import { productSpec, siteContextFile, sourceAnalysis } from '@harness/core/site/documents';
import { artifactBytes } from '../artifact/store.ts';
import { resolveInside } from '../checkout/file.ts';
import { nullIfMissing } from '../file/file-system.ts';
import { type NewFile, placeFiles, removePlaced } from '../file/place-files.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { draftPath } from '../file/replace-file.ts';
import type { GitContext } from '../git/context.ts';
import { allowOwnDocument } from '../trust/exposure.ts';

export type SiteWriteContext = Pick<GitContext, 'repo' | 'run' | 'runFolder' | 'interrupted'>;

interface SiteFile extends NewFile {
  readonly path: string;
  readonly content: Buffer;
}

export async function performWriteSite(
  work: SiteWriteContext,
  writing: WriteSiteArgs,
): Promise<Outcome<{ files: readonly string[]; spec: string }>> {
  const places = sitePaths(writing.slug, writing.contextDir);
  const files = await filesOf(work, writing);
  return refuseUnwritable(resolveInside(work.repo, places.folder), async () => {
    const placed: SiteFile[] = [];
    for (const file of files) if (work.interrupted && (await isOurs(file))) placed.push(file);
    const taken = writing.force ? [] : await findExisting(files.filter((file) => !placed.includes(file)));
    if (taken.length > 0) {
      await removePlaced(files, placed);
      return conflict(taken);
    }
    const context = files.find(({ path }) => path === places.drop);
    if (context) await allowOwnDocument(work.repo, context.path, context.content.toString());
    const blocked = await placeFiles(files, { placed, replace: writing.force });
    if (blocked) return conflict([blocked]);
    if (writing.force) await removeOldScreenshots(join(work.repo, places.folder, 'screenshots'), files);
    return ok({ files: files.map(({ path }) => path), spec: places.spec });
  });
}

async function filesOf(
  { repo, run, runFolder }: SiteWriteContext,
  writing: WriteSiteArgs,
): Promise<readonly SiteFile[]> {
  const { url, slug, contextDir, captured, analysis } = writing;
  const places = sitePaths(slug, contextDir);
  const source = { url, analysis, places };
  const file = (path: string, content: string | Buffer): SiteFile => {
    const target = resolveInside(repo, path);
    return { path, file: target, draft: draftPath(`${target}.${run}`), content: Buffer.from(content) };
  };
  const shots: SiteFile[] = [];
  for (const { name, image } of captured.shots)
    shots.push(file(`${places.folder}/screenshots/${name}`, await artifactBytes(runFolder, image)));
  return [
    file(`${places.folder}/capture.json`, await artifactBytes(runFolder, captured.capture)),
    file(`${places.folder}/analysis.json`, `${JSON.stringify(analysis, null, 2)}\n`),
    file(`${places.folder}/source-analysis.md`, sourceAnalysis(source)),
    ...shots,
    file(places.spec, productSpec(source)),
    file(places.drop, siteContextFile(source)),
  ];
}

async function isOurs({ file, content }: SiteFile): Promise<boolean> {
  const entry = await lstat(file).catch(nullIfMissing);
  return entry?.isFile() === true && (await readFile(file)).equals(content);
}

async function findExisting(files: readonly SiteFile[]): Promise<readonly SiteFile[]> {
  const found: SiteFile[] = [];
  for (const file of files) if ((await lstat(file.file).catch(nullIfMissing)) !== null) found.push(file);
  return found;
}

const conflict = (taken: readonly SiteFile[]) =>
  fail('site.exists', { paths: taken.map(({ path }) => path).join(', ') });

async function removeOldScreenshots(folder: string, files: readonly SiteFile[]): Promise<void> {
  const own = new Set(files.map(({ file }) => file));
  for (const name of await readdir(folder))
    if (/^\d+-(?:desktop|phone)\.png$/.test(name) && !own.has(join(folder, name))) await rm(join(folder, name));
}
