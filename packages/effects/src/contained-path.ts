/**
 * Where a path may lead that an agent names: below its folder, through no link, and never to git's own files.
 *
 *   K1. What is refused here is not touched, not even looked into.
 *   K2. The answer is the real path, so that what was examined is what is used.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, join, normalize, sep } from 'node:path';

export type ContainedPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly why: 'outside' | 'link' | 'git' };

export const resolveContained = (root: string, path: string): ContainedPath => walk(root, path, { mayBeLink: false });

/** The place of a link itself: it may be one, because it is not gone through; what leads to it is none. */
export const containLink = (root: string, path: string): ContainedPath => walk(root, path, { mayBeLink: true });

function walk(root: string, path: string, last: { readonly mayBeLink: boolean }): ContainedPath {
  const parts = normalize(path)
    .split(sep)
    .filter((part) => part !== '' && part !== '.');
  const leaves = isAbsolute(path) || path.includes('\0') || parts[0] === '..';
  if (leaves || parts.length === 0) return { ok: false, why: 'outside' };
  if (parts.some(isGit)) return { ok: false, why: 'git' };
  let at = realpathSync(root);
  for (const [index, part] of parts.entries()) {
    at = join(at, part);
    const isLooked = index < parts.length - 1 || !last.mayBeLink;
    if (isLooked && isLink(at)) return { ok: false, why: 'link' };
  }
  return { ok: true, path: at };
}

/** Some file systems take more than one spelling for this name: any case, invisible characters, trailing dots, `git~1`. */
const isGit = (part: string) =>
  /^(\.git|git~1)$/i.test(part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').replace(/[. ]+$/, ''));

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (error) {
    // Not there yet, or below a file: nothing to follow.
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}
