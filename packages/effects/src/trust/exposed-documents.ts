/**
 * Records the documents that instruct agents while an agent works in the checkout, and finds those that it wrote: plans,
 * context files and `CLAUDE.md`.
 *
 *   N1. The hashes are recorded before the agent starts. Until its end is recorded, also after a crash, every new or
 *       changed document counts.
 *   N2. After the end, a document counts while it has the content that the agent left: later changes are those of the user.
 *   N3. A committed document does not count: agents cannot commit, and a person was asked about it.
 *   N4. A document that the harness itself writes at the same time does not count.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { InstructionFolders } from '@harness/core/test-guard/instructions';
import { changedFilePaths, type FileHashes } from '@harness/core/trust/obeyed-files';
import { tryOr } from '../file/file-system.ts';
import { hashEntry, hashObeyedBytes } from './obeyed-hash.ts';

export interface ExposedDocuments {
  readonly folders: readonly string[];
  readonly before: FileHashes;
  /** Documents that the agent wrote; absent while it works. */
  readonly after?: FileHashes;
}

/** The task takes the conventions of the project from it. */
const conventions = 'CLAUDE.md';

export function recordDocuments(
  root: string,
  { planDir, completedDir, contextDir }: InstructionFolders,
): ExposedDocuments {
  const folders = [planDir, completedDir, contextDir];
  return { folders, before: hashDocuments(root, folders) };
}

/** `undefined` if the agent wrote none. */
export function closeDocuments(root: string, documents: ExposedDocuments): ExposedDocuments | undefined {
  const { folders, before } = documents;
  const now = hashDocuments(root, folders);
  const written = changedFilePaths(before, now).filter((path) => now[path]);
  if (written.length === 0) return undefined;
  return { folders, before, after: Object.fromEntries(written.map((path) => [path, now[path] ?? null])) };
}

/** Paths of the documents that an agent wrote, committed or not. */
export function writtenDocuments(root: string, { folders, before, after }: ExposedDocuments): readonly string[] {
  if (after) return Object.keys(after).filter((path) => after[path] === hashEntry(root, path));
  const now = hashDocuments(root, folders);
  return changedFilePaths(before, now).filter((path) => now[path]);
}

/** N4. */
export const withOwnDocument = (documents: ExposedDocuments, path: string, text: string): ExposedDocuments => ({
  ...documents,
  before: { ...documents.before, [path]: hashObeyedBytes(path, Buffer.from(text)) },
});

function hashDocuments(root: string, folders: readonly string[]): FileHashes {
  const found = folders.flatMap((folder) =>
    tryOr(() => readdirSync(join(root, folder)), [], 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP')
      .filter((name) => /\.md$/i.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return Object.fromEntries([conventions, ...found].map((path) => [path, hashEntry(root, path)]));
}
