/**
 * Converts the changes of a call in its folder into the steps of a script.
 *
 *   S1. Removals come first, so that a file can replace a folder, and a folder can replace a file or link.
 *   S2. Files are recorded byte for byte. Binary content, or content with local paths, is base64.
 *   S3. Keys are removed from the recorded content.
 */
import { lstat, readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';
import { keyRedactor } from '../../secret/redactor.ts';
import type { RecordedChange } from './folder-changes.ts';
import type { PrivatePaths } from './private-paths.ts';

export type RecordedStep =
  | { readonly delete: string }
  | { readonly unlink: string }
  | { readonly write: { readonly path: string; readonly mode?: string } & Content<'text'> }
  | { readonly link: { readonly path: string } & Content<'to'> };

type Content<Name extends string> = { readonly [N in Name]?: string } & { readonly base64?: string };

export async function stepsFor(
  folder: string,
  changes: readonly RecordedChange[],
  places: PrivatePaths,
): Promise<RecordedStep[]> {
  const steps: RecordedStep[] = [];
  const removed = new Set<string>();
  for (const change of changes) {
    const step = await removalStep(folder, change);
    const path = step && ('delete' in step ? step.delete : step.unlink);
    if (step === undefined || path === undefined || removed.has(path)) continue;
    removed.add(path);
    steps.push(step);
  }
  for (const change of changes) if (change.after !== null) steps.push(await creationStep(folder, change, places));
  return steps.map(withoutKey);
}

/** A folder without remaining files is removed as a whole: git ignores empty folders, but checks may not. */
async function removalStep(folder: string, { path, before, after }: RecordedChange) {
  const staysFile = before !== 'link' && after !== null && after !== 'link';
  if (before === null || staysFile) return undefined;
  const missingFolder = await findMissingParent(folder, path);
  if (missingFolder !== undefined) return { delete: missingFolder };
  return before === 'link' ? { unlink: path } : { delete: path };
}

/** Finds the topmost parent that is no longer a folder. */
async function findMissingParent(folder: string, path: string): Promise<string | undefined> {
  const parent = dirname(path);
  if (parent === '.') return undefined;
  const higher = await findMissingParent(folder, parent);
  if (higher !== undefined) return higher;
  const isFolder = (await lstat(join(folder, parent)).catch(nullIfMissing))?.isDirectory() ?? false;
  return isFolder ? undefined : parent;
}

async function creationStep(
  folder: string,
  { path, before, after }: RecordedChange,
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

/** A path may contain a key too. Base64 content is already redacted. */
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
