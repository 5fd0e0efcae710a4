/**
 * Records the files that harness obeys while an agent can write to the checkout, and finds those that changed.
 *
 *   T1. Before a process of an agent or a check can write here, the hashes are in a file below `.harness`, which no
 *       sandbox can write. After a crash the file is still there.
 *   T2. If the files are the same when the process ended, the record is removed: later changes are those of the user.
 *   T3. A repeated call keeps its first record.
 *   T4. The imports are resolved again afterwards: a new file may be found instead of a recorded one.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { InstructionFolders } from '@harness/core/test-guard/instructions';
import {
  changedFilePaths,
  configNames,
  type FileHashes,
  fileOfEntry,
  hooksFolder,
} from '@harness/core/trust/obeyed-files';
import { tryOr } from '../file/file-system.ts';
import { replaceFile } from '../file/replace-file.ts';
import { gitBytes } from '../git/command.ts';
import {
  closeDocuments,
  type ExposedDocuments,
  recordDocuments,
  withOwnDocument,
  writtenDocuments,
} from './exposed-documents.ts';
import { hashEntry, hashObeyedBytes } from './obeyed-hash.ts';

const folderOf = (root: string) => join(root, '.harness', 'exposed');

export interface Exposure {
  /** Returns the files that changed since. */
  close(): Promise<readonly string[]>;
}

/** Finds the files that the configuration loads now, relative to the root. */
export type ResolveImports = () => Promise<readonly string[]>;

/** `id` identifies the call. `folders` is set if it works in the checkout: then its documents are recorded, too. */
export async function openExposure(
  root: string,
  id: string,
  resolveImports: ResolveImports,
  folders?: InstructionFolders,
): Promise<Exposure> {
  const file = join(folderOf(root), `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.json`);
  const earlier = readRecord(file);
  const files = earlier?.files ?? hashObeyedFiles(root, await resolveImports());
  const documents = earlier?.documents ?? (folders && recordDocuments(root, folders));
  mkdirSync(folderOf(root), { recursive: true });
  await writeRecord(file, { files, ...(documents ? { documents: withoutEnd(documents) } : {}) });
  return {
    async close() {
      const changed = await changedEntries(root, files, resolveImports);
      const known = readRecord(file)?.documents ?? documents; // the harness may have added its own
      const written = known && closeDocuments(root, known);
      // Also if the user accepted an earlier state. An unchanged part is not recorded: later changes are those of the user.
      if (changed.length > 0 || written)
        await writeRecord(file, {
          ...(changed.length > 0 ? { files } : {}),
          ...(written ? { documents: written } : {}),
        });
      else rmSync(file, { force: true });
      return [...changed.map(fileOfEntry), ...Object.keys(written?.after ?? {})];
    },
  };
}

/** Documents that an agent wrote into the checkout, and that are not as in the last commit. */
export async function findWrittenDocuments(root: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const file of recordFiles(root)) {
    const { documents } = readRecord(file) ?? {};
    for (const path of documents ? writtenDocuments(root, documents) : [])
      if (!(await isCommitted(root, path))) found.add(path);
  }
  return [...found].sort();
}

/** Records a document that the harness writes for the user while an agent may work in the checkout. */
export async function allowOwnDocument(root: string, path: string, text: string): Promise<void> {
  for (const file of recordFiles(root)) {
    const record = readRecord(file);
    if (record?.documents && !record.documents.after)
      await writeRecord(file, { ...record, documents: withOwnDocument(record.documents, path, text) });
  }
}

/** Files that changed while an agent could write, and that are not as in the last commit. */
export async function findChangedFiles(
  root: string,
  resolveImports: ResolveImports = async () => [],
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const file of recordFiles(root)) {
    const { files } = readRecord(file) ?? {};
    for (const entry of files ? await changedEntries(root, files, resolveImports, isCommitted) : [])
      found.add(fileOfEntry(entry));
  }
  return [...found].sort();
}

/** Resolves only if the known files are the same: the resolver must not read files that an agent prepared for it. */
async function changedEntries(
  root: string,
  before: FileHashes,
  resolveImports: ResolveImports,
  isAllowed: (root: string, entry: string) => Promise<boolean> = async () => false,
): Promise<readonly string[]> {
  const changedAmong = async (entries: readonly string[]) => {
    const changed: string[] = [];
    for (const entry of changedFilePaths(before, hashObeyedFiles(root, entries)))
      if (!(await isAllowed(root, entry))) changed.push(entry);
    return changed;
  };
  const known = Object.keys(before);
  const changed = await changedAmong(known);
  return changed.length > 0 ? changed : changedAmong([...known, ...(await resolveImports())]);
}

/** The user accepts the files as they are now. */
export function acceptFiles(root: string): void {
  for (const file of recordFiles(root)) rmSync(file, { force: true });
}

const recordFiles = (root: string): readonly string[] => {
  const names = tryOr(() => readdirSync(folderOf(root)), [], 'ENOENT', 'ENOTDIR');
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folderOf(root), name));
};

interface ExposureRecord {
  /** Absent if the call ended and changed none of them. */
  readonly files?: FileHashes;
  /** Absent if the call worked in a lane, and in records of older versions. */
  readonly documents?: ExposedDocuments;
}

function readRecord(file: string): ExposureRecord | undefined {
  const text = tryOr(() => readFileSync(file, 'utf8'), undefined, 'ENOENT');
  return text === undefined ? undefined : (JSON.parse(text) as ExposureRecord);
}

const writeRecord = (file: string, record: ExposureRecord): Promise<void> =>
  replaceFile(file, JSON.stringify({ version: 1, ...record }), { durable: true });

/** A repeated call is under way again. */
const withoutEnd = ({ folders, before }: ExposedDocuments): ExposedDocuments => ({ folders, before });

/** Agents cannot commit: a committed file is from the user, or the user allowed it. */
async function isCommitted(root: string, entry: string): Promise<boolean> {
  const { exitCode, stdout } = await gitBytes(root, ['cat-file', 'blob', `HEAD:${fileOfEntry(entry)}`]);
  const committed = exitCode === 0 ? hashObeyedBytes(entry, stdout) : null;
  return committed !== null && hashEntry(root, entry) === committed;
}

/** `imports` are entries for files that the configuration loads. */
function hashObeyedFiles(root: string, imports: readonly string[]): FileHashes {
  const hooks = tryOr(() => readdirSync(join(root, hooksFolder)), [], 'ENOENT', 'ENOTDIR');
  const paths = [...configNames, ...imports, ...hooks.map((name) => `${hooksFolder}/${name}`)];
  return Object.fromEntries(paths.map((path) => [path, hashEntry(root, path)]));
}
