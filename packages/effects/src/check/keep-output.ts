/**
 * Copies the output folders of a check (D-37) and takes single files, because the lane is removed when the run has ended.
 *
 *   P1. Only regular files are kept. Links are not followed, and sockets, pipes and devices are never opened for long.
 *   P2. The output of an earlier try of the same check is replaced as a whole.
 *   P3. Secrets are redacted, and a file with a secret in its name is not kept.
 *   P4. Files and folders have a limit of bytes; a file with holes counts as large as it looks.
 *   P5. Whatever cannot be kept is skipped and named. It never fails the check.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CheckReport } from '@harness/core/effects/check';
import { writeArtifact } from '../artifact/store.ts';
import { resolveContained } from '../contained-path.ts';
import { nullIfMissing } from '../file/file-system.ts';
import { readRegularFile } from '../file/regular-file.ts';
import type { Redactor } from '../secret/redactor.ts';

interface OutputLimits {
  readonly fileBytes: number;
  readonly folderBytes: number;
  readonly files: number;
}

const outputLimits: OutputLimits = {
  fileBytes: 64 * 1024 * 1024,
  folderBytes: 512 * 1024 * 1024,
  files: 20_000,
};

interface Copying {
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  readonly limits: OutputLimits;
  readonly skipped: string[];
  bytes: number;
  files: number;
}

/** Returns the paths that were not kept, relative to `from`. */
export async function keepOutputFolders(
  from: string,
  folders: readonly string[],
  to: string,
  { redactor, signal, limits = outputLimits }: Pick<Copying, 'redactor' | 'signal'> & { limits?: OutputLimits },
): Promise<readonly string[]> {
  const skipped: string[] = [];
  for (const folder of folders) {
    const place = resolveContained(from, folder);
    const target = join(to, basename(folder));
    await rm(target, { recursive: true, force: true });
    if (!place.ok || (await lstat(place.path).catch(nullIfMissing)) === null) continue;
    await mkdir(to, { recursive: true });
    await copy(place.path, target, folder, { redactor, signal, limits, skipped, bytes: 0, files: 0 });
  }
  return skipped;
}

async function copy(from: string, to: string, name: string, copying: Copying): Promise<void> {
  copying.signal.throwIfAborted();
  const found = await lstat(from).catch(() => null);
  const hasSecret = copying.redactor.text(basename(from)) !== basename(from);
  if (found?.isDirectory() && !hasSecret) return copyFolder(from, to, name, copying);
  const isKept = found?.isFile() === true && !hasSecret && (await copyFile(from, to, copying));
  if (!isKept) copying.skipped.push(copying.redactor.text(name));
}

async function copyFolder(from: string, to: string, name: string, copying: Copying): Promise<void> {
  const names = await readdir(from).catch(() => null);
  if (names === null) return void copying.skipped.push(copying.redactor.text(`${name}/`));
  await mkdir(to, { recursive: true });
  for (const each of names) await copy(join(from, each), join(to, each), `${name}/${each}`, copying);
}

/** Opened without waiting and looked at again: the file may have been replaced by a pipe or a link since. */
async function copyFile(from: string, to: string, copying: Copying): Promise<boolean> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) return false;
  try {
    const found = await file.stat();
    if (!found.isFile() || !hasRoom(found.size, copying)) return false;
    const content = Buffer.alloc(found.size);
    const { bytesRead } = await file.read(content, 0, found.size, 0);
    await writeFile(to, copying.redactor.bytes(content.subarray(0, bytesRead)), { mode: 0o600 });
    return true;
  } finally {
    await file.close();
  }
}

function hasRoom(size: number, copying: Copying): boolean {
  const { fileBytes, folderBytes, files } = copying.limits;
  if (size > fileBytes || copying.bytes + size > folderBytes || copying.files >= files) return false;
  copying.bytes += size;
  copying.files += 1;
  return true;
}

const maxTakenBytes = 16 * 1024 * 1024;

/** Takes one file as an artifact; empty if there is no regular file of ordinary size (P1, P3). */
export async function takeFile(
  path: string,
  runFolder: string,
  key: string,
  redactor: Redactor,
): Promise<Pick<CheckReport, 'taken'>> {
  const text = await readRegularFile(path, 'utf8', maxTakenBytes);
  return text === null ? {} : { taken: await writeArtifact(runFolder, `${key}.taken`, redactor.text(text)) };
}
