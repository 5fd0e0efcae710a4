/**
 * Lets a boxed role write its one output file in a read-only lane.
 *
 * Creating a file needs a writable folder. So a temporary folder replaces the file's folder in the box, with the other
 * files mounted read-only, and only the output file is copied out.
 */
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SandboxLayer } from '@harness/core/sandbox/layers';
import { resolveInside, writeFileWhole } from '../checkout/file.ts';
import { nullIfMissing } from '../file/file-system.ts';

export interface OutputStage {
  readonly layers: readonly SandboxLayer[];
  bringOut(): Promise<void>;
  clear(): Promise<void>;
}

/** `folder` is the parent of the temporary folder. */
export async function openOutputStage(lane: string, path: string, folder: string): Promise<OutputStage> {
  const file = resolveInside(lane, path);
  const [parent, name] = [dirname(file), basename(file)];
  await mkdir(parent, { recursive: true });
  const stage = await mkdtemp(join(folder, 'output-'));
  const siblings: SandboxLayer[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    if (entry.name === name) continue;
    if (entry.isSymbolicLink()) await symlink(await readlink(join(parent, entry.name)), join(stage, entry.name));
    else siblings.push({ sight: 'read', path: join(parent, entry.name) });
  }
  return {
    layers: [{ sight: 'write', path: parent, source: stage }, ...siblings],
    async bringOut() {
      const written = join(stage, name);
      const isFile = (await lstat(written).catch(nullIfMissing))?.isFile() ?? false; // a link could lead anywhere
      if (isFile) await writeFileWhole(lane, path, await readFile(written));
    },
    clear: () => rm(stage, { recursive: true, force: true }),
  };
}
