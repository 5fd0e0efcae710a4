/**
 * Reads and writes the files of a session. Roles may write some of them, so their content is hostile.
 *
 *   SF1. A file behind a link, too large or not UTF-8 is as a missing one.
 *   SF2. A write replaces a link instead of following it, and a folder under the name of the file.
 *   SF3. A reader sees the old content or the new one. No secret of the harness is written.
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sessionFolder } from '@harness/core/sessions/slug';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { containLink, resolveContained } from '../contained-path.ts';
import { isFolder, removeFolder } from '../file/file-system.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { replaceFile } from '../file/replace-file.ts';
import { readTextFile } from '../plans/text-file.ts';
import { ownRedactor } from '../secret/redactor.ts';

/** The readers of the forms have stricter limits. */
const maxBytes = 8_000_000;

/** A file of a session, by its name in the folder. */
export interface SessionFile {
  readonly slug: string;
  readonly name: string;
}

const sessionPath = ({ slug, name }: SessionFile): string => `${sessionFolder(slug)}${name}`;

/** `null` if there is no usable file. */
export function readSessionFile(repo: string, file: SessionFile): string | null {
  const contained = resolveContained(repo, sessionPath(file));
  const read = contained.ok ? readTextFile(contained.path, maxBytes) : null;
  return read?.is === 'text' ? read.text : null;
}

export async function writeSessionFile(repo: string, file: SessionFile, text: string): Promise<void> {
  const path = sessionPath(file);
  const contained = containLink(repo, path);
  if (!contained.ok) throw new OutsideCheckoutError(path);
  await refuseUnwritable(contained.path, async () => {
    await mkdir(dirname(contained.path), { recursive: true });
    if (await isFolder(contained.path)) await removeFolder(contained.path);
    await replaceFile(contained.path, ownRedactor().text(text), { durable: true });
  });
}
