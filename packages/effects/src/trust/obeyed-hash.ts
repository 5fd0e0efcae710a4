/**
 * Hashes a file that harness obeys.
 *
 *   H1. Only a regular file is opened: a pipe would block forever.
 *   H2. A link has its own hash, of its target and the content there: also a link to nothing is a change.
 *   H3. Of a `package.json` with the mark, only the fields count that decide which file an import finds.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileOfEntry, resolutionMark } from '@harness/core/trust/obeyed-files';
import { tryOr } from '../file/file-system.ts';

const resolutionFields = ['name', 'type', 'main', 'module', 'browser', 'exports', 'imports', 'sideEffects'];
const missing = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'];

const hash = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** `null` if there is nothing at the path. */
export function hashEntry(root: string, entry: string): string | null {
  const path = join(root, fileOfEntry(entry));
  const found = tryOr(() => lstatSync(path), null, ...missing);
  if (found === null) return null;
  const content = hashContent(path, entry);
  return found.isSymbolicLink() ? hash(`link ${tryOr(() => readlinkSync(path), '', 'EINVAL')} ${content}`) : content;
}

function hashContent(path: string, entry: string): string {
  const found = tryOr(() => statSync(path), null, ...missing);
  if (!found?.isFile()) return 'no file';
  return tryOr(() => hashObeyedBytes(entry, readFileSync(path)), 'unreadable', ...missing);
}

export const hashObeyedBytes = (entry: string, bytes: Uint8Array): string =>
  hash(entry.endsWith(resolutionMark) ? resolutionText(bytes) : bytes);

function resolutionText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8');
  try {
    const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return JSON.stringify(resolutionFields.map((name) => fields[name] ?? null));
  } catch {
    return text;
  }
}
