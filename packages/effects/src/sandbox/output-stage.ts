/**
 * The one file that a boxed role may write, in a lane that it may only read.
 *
 * A file that is not there yet needs a folder that can be written. So a folder of its own stands in for the real one, with
 * what else lies there read-only in it, and only the one file is brought out.
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

/** `folder` is where the stand-in is made. */
export async function openOutputStage(lane: string, path: string, folder: string): Promise<OutputStage> {
  const file = resolveInside(lane, path);
  const [parent, name] = [dirname(file), basename(file)];
  await mkdir(parent, { recursive: true });
  const stage = await mkdtemp(join(folder, 'output-'));
  const beside: SandboxLayer[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    if (entry.name === name) continue;
    if (entry.isSymbolicLink()) await symlink(await readlink(join(parent, entry.name)), join(stage, entry.name));
    else beside.push({ sight: 'read', path: join(parent, entry.name) });
  }
  return {
    layers: [{ sight: 'write', path: parent, source: stage }, ...beside],
    async bringOut() {
      const written = join(stage, name);
      const isFile = (await lstat(written).catch(nullIfMissing))?.isFile() ?? false; // behind a link may be anything
      if (isFile) await writeFileWhole(lane, path, await readFile(written));
    },
    clear: () => rm(stage, { recursive: true, force: true }),
  };
}
