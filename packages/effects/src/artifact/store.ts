/**
 * Stores the long texts of a run: logs, diffs, answers. The journal refers to them by path and hash.
 *
 *   A1. An artifact is complete on the disk before the journal can refer to it.
 *   A2. An artifact that was changed afterwards is an error for its reader.
 *   A3. It contains no secret.
 */

import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artifact } from '@harness/core/journal/artifact';
import { headBytes, omittedNotice, tailBytes } from '../excerpt.ts';
import { valueIfCode } from '../file/file-system.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { replaceFile } from '../file/replace-file.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { safeName } from './name.ts';

const folderName = 'artifacts';

/** Replaces an existing artifact as a whole. */
export async function writeArtifact(runFolder: string, name: string, content: string | Uint8Array): Promise<Artifact> {
  const path = `${folderName}/${safeName(name)}`;
  const bytes = ownRedactor().bytes(typeof content === 'string' ? Buffer.from(content) : content);
  await refuseUnwritable(join(runFolder, path), async () => {
    await makeFolder(runFolder);
    await replaceFile(join(runFolder, path), bytes, { durable: true, mode: 0o600, isShared: true });
  });
  return { path, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
}

/** Creates an empty file `artifacts/<stem>.<n><extension>` with a free number; returns its path in the run's folder. */
export async function reserveArtifact(runFolder: string, stem: string, extension: string): Promise<string> {
  for (let n = 1; ; n++) {
    const path = `${folderName}/${safeName(`${stem}.${n}${extension}`)}`;
    if (await refuseUnwritable(join(runFolder, path), () => createEmpty(runFolder, path))) return path;
  }
}

/** Returns the latest reserved artifact of this name; `null` if there is none. */
export function newestArtifact(runFolder: string, stem: string, extension: string): string | null {
  const pathOf = (n: number) => `${folderName}/${safeName(`${stem}.${n}${extension}`)}`;
  let newest: string | null = null;
  for (let n = 1; existsSync(join(runFolder, pathOf(n))); n++) newest = pathOf(n);
  return newest;
}

async function createEmpty(runFolder: string, path: string): Promise<boolean> {
  await makeFolder(runFolder);
  const created = writeFile(join(runFolder, path), '', { flag: 'wx', mode: 0o600 });
  return created.then(() => true, valueIfCode(false, 'EEXIST'));
}

/** Describes a file that was written in pieces and is now complete. */
export async function describeArtifact(runFolder: string, path: string): Promise<Artifact> {
  const file = await open(join(runFolder, path), 'r+');
  try {
    await file.datasync();
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { path, sha256: hash.digest('hex'), bytes };
  } finally {
    await file.close();
  }
}

/** Returns the text; the middle is left out if it is longer than about `maxBytes`. */
export function readArtifact(runFolder: string, artifact: Artifact, maxBytes: number): string {
  const file = openSync(join(runFolder, artifact.path), 'r');
  try {
    const { size } = fstatSync(file);
    if (hashOf(file) !== artifact.sha256)
      throw new Error(`${artifact.path} was changed: it does not match the journal`);
    if (size <= maxBytes) return readAt(file, 0, size).toString('utf8');
    const half = Math.floor(maxBytes / 2);
    const end = readAt(file, size - half - 1, half + 1); // one byte more, so that `tailBytes` sees that it is cut
    return `${headBytes(readAt(file, 0, half), half)}${omittedNotice(size - 2 * half)}${tailBytes(end, half)}`;
  } finally {
    closeSync(file);
  }
}

/** Returns the whole content, for artifacts that are not text. */
export async function artifactBytes(runFolder: string, artifact: Artifact): Promise<Buffer> {
  const bytes = await readFile(join(runFolder, artifact.path));
  if (createHash('sha256').update(bytes).digest('hex') !== artifact.sha256)
    throw new Error(`${artifact.path} was changed: it does not match the journal`);
  return bytes;
}

export function hashOfFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    return hashOf(file);
  } finally {
    closeSync(file);
  }
}

function hashOf(file: number): string {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(1024 * 1024);
  let position = 0;
  for (let read = -1; read !== 0; position += read) {
    read = readSync(file, buffer, 0, buffer.length, position);
    hash.update(buffer.subarray(0, read));
  }
  return hash.digest('hex');
}

function readAt(file: number, position: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, position));
}

const makeFolder = (runFolder: string) => mkdir(join(runFolder, folderName), { recursive: true, mode: 0o700 });
