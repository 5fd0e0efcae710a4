/**
 * Replaces or creates a file in one step: a reader sees the old content or the new one, never half of it.
 *
 *   F1. The content is complete in a draft beside the file before the file gets its name.
 *   F2. A failure removes the draft. If a process dies, the next writer of the file removes the draft, unless it is shared.
 *   F3. A draft is always a new file: a link under its name is removed, never written through.
 */

import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { valueIfCode } from './file-system.ts';

interface DraftOptions {
  /** Syncs the content and the folder, so that a power cut after the return changes nothing. */
  readonly durable: boolean;
  /** Several writers may replace this file at once: each draft gets its own name. */
  readonly isShared?: true;
}

interface ReplaceOptions extends DraftOptions {
  /** The exact mode of the new file; default: the mode that the system gives to a new file. */
  readonly mode?: number;
}

/** Always the same per file, so that a later process finds the draft of a crashed one. */
export const draftPath = (file: string): string => join(dirname(file), `.${basename(file)}.harness-draft`);

const sharedDraftPath = (file: string) => draftPath(`${file}.${randomUUID().slice(0, 8)}`);

export const replaceFile = (file: string, content: string | Uint8Array, options: ReplaceOptions): Promise<void> =>
  replaceThroughDraft(file, options, (draft) => writeDraft(draft, content, options));

/** Replaces a file by the draft that `write` creates. `write` syncs its content if that is needed. */
export async function replaceThroughDraft(
  file: string,
  { durable, isShared }: DraftOptions,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = isShared ? sharedDraftPath(file) : draftPath(file);
  try {
    await rm(draft, { force: true });
    await write(draft);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  if (durable) await syncFolder(dirname(file));
}

/** Creates a durable file. Returns false if the path exists; never replaces it. */
export async function createFile(file: string, content: string | Uint8Array): Promise<boolean> {
  const draft = sharedDraftPath(file);
  try {
    await writeDraft(draft, content, { durable: true });
    const isCreated = await linkIfFree(draft, file);
    if (isCreated) await syncFolder(dirname(file));
    return isCreated;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The draft must not exist. */
export async function writeDraft(
  draft: string,
  content: string | Uint8Array,
  { durable, mode }: ReplaceOptions,
): Promise<void> {
  const handle = await open(draft, 'wx', mode);
  try {
    await handle.writeFile(content);
    if (mode !== undefined) await handle.chmod(mode); // the umask applied to the mode above
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a draft its name. Returns false if the path exists, also if it is a link. */
export const linkIfFree = (draft: string, file: string): Promise<boolean> =>
  link(draft, file).then(() => true, valueIfCode(false, 'EEXIST'));

/** A new name in a folder survives a power cut only after the folder was synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
