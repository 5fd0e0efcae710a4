/** Files of a run: written whole or not at all, and a disk that takes nothing more is said to be so. */
import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskErrorCodes } from '@harness/core/failure/disk-errors';
import { Refusal } from '@harness/core/failure/refusal';

/** Does something to a path; an expected refusal of the system becomes ours, anything else is thrown as it is. */
export function refuseUnwritableSync<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || !diskErrorCodes.has(code)) throw error;
    throw new Refusal('store.unwritable', { path, detail: message });
  }
}

export function createFolder(path: string): void {
  try {
    refuseUnwritableSync(path, () => mkdirSync(path, { recursive: true, mode: 0o700 }));
  } catch (error) {
    // What Node says of a parent that it may not make, as on a file system that is mounted read-only.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Refusal('store.unwritable', { path, detail: (error as Error).message });
  }
}

/** Nothing for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}

/** A new name in a folder survives a power cut only when the folder itself was synced. */
export function syncFolder(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Replaces a file in one step: a reader sees the old one or the new one. */
export function replaceFile(path: string, content: Uint8Array): void {
  refuseUnwritableSync(path, () => {
    const draft = `${path}.${process.pid}.draft`;
    const fd = openSync(draft, 'w', 0o600);
    try {
      writeAll(fd, content);
      fdatasyncSync(fd);
      renameSync(draft, path);
    } catch (error) {
      unlinkSync(draft);
      throw error;
    } finally {
      closeSync(fd);
    }
    syncFolder(dirname(path));
  });
}
