/**
 * Writes the files of the harness, each completely or not at all. An unwritable disk is a refusal.
 * `packages/effects/src/file/replace-file.ts` writes the files of a repository.
 */
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { diskErrorCodes } from '@harness/core/failure/disk-errors';
import { Refusal } from '@harness/core/failure/refusal';

/** Acts on a path. A disk error becomes a refusal; any other error is thrown unchanged. */
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
    // Node reports ENOENT for a parent that it cannot create, for example on a read-only file system.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Refusal('store.unwritable', { path, detail: (error as Error).message });
  }
}

/** `undefined` if the text is no JSON. */
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

/** Syncs a folder: a new name in it survives a power cut only after that. */
export function syncDurableFolder(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

interface ReplaceOptions {
  /** Syncs the file and its folder. A view that can be built again needs no sync. */
  readonly durable: boolean;
  /** Mode of the new file, before the umask; default: 0o600. */
  readonly mode?: number;
}

/** Replaces a file in one step: a reader sees the old content or the new one, and a failure leaves no draft. */
export function replaceDurableFile(path: string, content: string | Uint8Array, options: ReplaceOptions): void {
  refuseUnwritableSync(path, () =>
    withDraft(path, (draft) => {
      writeDraft(draft, content, options);
      renameSync(draft, path);
      if (options.durable) syncDurableFolder(dirname(path));
    }),
  );
}

export function replaceLink(path: string, target: string): void {
  refuseUnwritableSync(path, () =>
    withDraft(path, (draft) => {
      symlinkSync(target, draft);
      renameSync(draft, path);
    }),
  );
}

/** Creates a durable file as a whole. Returns false if the path exists; never replaces it. */
export function createDurableFile(path: string, content: string): boolean {
  return refuseUnwritableSync(path, () =>
    withDraft(path, (draft) => {
      writeDraft(draft, content, { durable: true });
      try {
        linkSync(draft, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        return false;
      }
      syncDurableFolder(dirname(path));
      return true;
    }),
  );
}

/** Unique among all processes of this machine. `crypto` takes longer to load than a file to write. */
export const uniqueName = (): string => `${process.pid.toString(36)}-${process.hrtime.bigint().toString(36)}`;

function withDraft<T>(path: string, act: (draft: string) => T): T {
  const draft = `${path}.${uniqueName()}.draft`;
  try {
    return act(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Creates the draft as a new file, so that no other process has it open. */
function writeDraft(draft: string, content: string | Uint8Array, { durable, mode = 0o600 }: ReplaceOptions): void {
  const fd = openSync(draft, 'wx', mode);
  try {
    writeAll(fd, typeof content === 'string' ? Buffer.from(content) : content);
    if (durable) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
