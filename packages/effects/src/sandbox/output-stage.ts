/**
 * Lets a boxed role write its named paths in a read-only folder.
 *
 *   S1. Creating a file needs a writable folder. So a temporary folder replaces the file's folder in the box, with the
 *       other files mounted read-only, and only the named files are copied out.
 *   S2. Only what the agent changed is copied out, and only a regular file: a link could lead anywhere.
 *   S3. A named folder is mounted writable as it is. No process in the box can replace it, because it is a mount.
 */
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isFolderPath } from '@harness/core/role/write-access';
import type { SandboxLayer } from '@harness/core/sandbox/layers';
import { readBytes, resolveInside, writeFileWhole } from '../checkout/file.ts';
import { nullIfMissing } from '../file/file-system.ts';

export interface OutputStage {
  readonly layers: readonly SandboxLayer[];
  bringOut(): Promise<void>;
  clear(): Promise<void>;
}

interface StagePlace {
  /** The working folder. */
  readonly lane: string;
  /** The parent of the temporary folders. */
  readonly folder: string;
  /** Paths with layers of their own, such as journals: the stage must not show them. */
  readonly guarded: ReadonlySet<string>;
}

export async function openOutputStage(writes: readonly string[], place: StagePlace): Promise<OutputStage> {
  const folders = writes.filter(isFolderPath).map((path) => resolveInside(place.lane, path));
  const files = new Map<string, string[]>();
  for (const path of writes.filter((one) => !isFolderPath(one))) {
    const parent = dirname(resolveInside(place.lane, path));
    files.set(parent, [...(files.get(parent) ?? []), path]);
  }
  const mounted = [...folders, ...files.keys()];
  for (const path of mounted) await mkdir(path, { recursive: true });
  const guarded = new Set([...place.guarded, ...mounted]);
  const stages: OutputStage[] = [];
  for (const [parent, paths] of files) stages.push(await openFolderStage(parent, paths, { ...place, guarded }));
  return {
    layers: [
      ...stages.flatMap(({ layers }) => layers),
      ...folders.map((path): SandboxLayer => ({ sight: 'write', path })),
    ],
    async bringOut() {
      for (const stage of stages) await stage.bringOut();
    },
    async clear() {
      for (const stage of stages) await stage.clear();
    },
  };
}

/** `paths` are files of the folder `parent`, relative to the lane. */
async function openFolderStage(
  parent: string,
  paths: readonly string[],
  { lane, folder, guarded }: StagePlace,
): Promise<OutputStage> {
  const stage = await mkdtemp(join(folder, 'output-'));
  const before = new Map<string, Buffer>();
  for (const path of paths) {
    const content = await readBytes(lane, path);
    if (content === null) continue;
    before.set(path, content);
    await writeFile(join(stage, basename(path)), content);
  }
  const own = new Set(paths.map((path) => basename(path)));
  const siblings: SandboxLayer[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name);
    if (own.has(entry.name) || guarded.has(path)) continue;
    if (entry.isSymbolicLink()) await symlink(await readlink(path), join(stage, entry.name));
    else siblings.push({ sight: 'read', path });
  }
  return {
    layers: [{ sight: 'write', path: parent, source: stage }, ...siblings],
    async bringOut() {
      for (const path of paths) await bringFileOut(join(stage, basename(path)), lane, path, before.get(path));
    },
    clear: () => rm(stage, { recursive: true, force: true }),
  };
}

async function bringFileOut(staged: string, lane: string, path: string, before: Buffer | undefined): Promise<void> {
  const found = await lstat(staged).catch(nullIfMissing);
  if (found === null && before !== undefined) return rm(resolveInside(lane, path), { force: true });
  if (!found?.isFile()) return;
  const content = await readFile(staged);
  if (before === undefined || !content.equals(before)) await writeFileWhole(lane, path, content);
}
