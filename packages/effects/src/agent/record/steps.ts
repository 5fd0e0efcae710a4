/**
 * What a call did to its folder, as the steps of a script that do the same.
 *
 *   S1. What goes comes first, so that a file can take the place of a folder, and a folder that of a file or link.
 *   S2. A file is recorded byte for byte as it lies on the disk. What is no text, or names a place of this machine, is base64.
 *   S3. No key is in it: a file that brings one along is recorded without.
 */
import { lstat, readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';
import { keyRedactor } from '../../secret/redactor.ts';
import type { FolderChanges } from './folder-changes.ts';
import type { PrivatePaths } from './private-paths.ts';

export type RecordedStep =
  | { readonly delete: string }
  | { readonly unlink: string }
  | { readonly write: { readonly path: string; readonly mode?: string } & Content<'text'> }
  | { readonly link: { readonly path: string } & Content<'to'> };

type Content<Name extends string> = { readonly [N in Name]?: string } & { readonly base64?: string };

export async function stepsFor(
  folder: string,
  changes: readonly FolderChanges[],
  places: PrivatePaths,
): Promise<RecordedStep[]> {
  const steps: RecordedStep[] = [];
  const isGone = new Set<string>();
  for (const change of changes) {
    const step = await removal(folder, change);
    const path = step && ('delete' in step ? step.delete : step.unlink);
    if (step === undefined || path === undefined || isGone.has(path)) continue;
    isGone.add(path);
    steps.push(step);
  }
  for (const change of changes) if (change.after !== null) steps.push(await making(folder, change, places));
  return steps.map(withoutKey);
}

/** A folder of which nothing is left is removed as a whole: git knows no folders, but checks may. */
async function removal(folder: string, { path, before, after }: FolderChanges) {
  const staysFile = before !== 'link' && after !== null && after !== 'link';
  if (before === null || staysFile) return undefined;
  const above = await goneAbove(folder, path);
  if (above !== undefined) return { delete: above };
  return before === 'link' ? { unlink: path } : { delete: path };
}

/** The highest folder on the way to this file that is no folder any more. */
async function goneAbove(folder: string, path: string): Promise<string | undefined> {
  const parent = dirname(path);
  if (parent === '.') return undefined;
  const higher = await goneAbove(folder, parent);
  if (higher !== undefined) return higher;
  const isFolder = (await lstat(join(folder, parent)).catch(nullIfMissing))?.isDirectory() ?? false;
  return isFolder ? undefined : parent;
}

async function making(
  folder: string,
  { path, before, after }: FolderChanges,
  places: PrivatePaths,
): Promise<RecordedStep> {
  const file = join(folder, path);
  if (after === 'link')
    return { link: { path, ...contentOf('to', await readlink(file, { encoding: 'buffer' }), places) } };
  const mode = after === 'executable' ? '755' : before === 'executable' ? '644' : undefined;
  return {
    write: { path, ...(mode === undefined ? {} : { mode }), ...contentOf('text', await readFile(file), places) },
  };
}

/** A name may be a key as well. What is base64 was looked at before it was. */
const withoutKey = (step: RecordedStep): RecordedStep => {
  if ('delete' in step) return { delete: keyRedactor().text(step.delete) };
  if ('unlink' in step) return { unlink: keyRedactor().text(step.unlink) };
  if ('link' in step) return { link: { ...step.link, path: keyRedactor().text(step.link.path) } };
  return { write: { ...step.write, path: keyRedactor().text(step.write.path) } };
};

function contentOf<Name extends 'text' | 'to'>(name: Name, found: Buffer, places: PrivatePaths): Content<Name> {
  const bytes = keyRedactor().bytes(found);
  const text = bytes.toString('utf8');
  const isPlain = Buffer.from(text).equals(bytes) && !text.includes('\0') && !places.isNamedIn(text);
  return (isPlain ? { [name]: text } : { base64: bytes.toString('base64') }) as Content<Name>;
}
