/**
 * Checks a path that an agent names: it must be below its folder, through no link, and never one of git's files.
 *
 *   K1. A refused path is not touched, not even read.
 *   K2. The result is the real path, so that the checked path is the one that is used.
 */

import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { bytesOfName } from './file/byte-name.ts';
import { tryOr } from './file/file-system.ts';

export type ContainedPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly why: 'outside' | 'link' | 'git' };

export const resolveContained = (root: string, path: string): ContainedPath => walk(root, path, { mayBeLink: false });

/** The path itself may be a link, because it is not followed; its parents must not be links. */
export const containLink = (root: string, path: string): ContainedPath => walk(root, path, { mayBeLink: true });

function walk(root: string, path: string, last: { readonly mayBeLink: boolean }): ContainedPath {
  const parts = normalize(path)
    .split(sep)
    .filter((part) => part !== '' && part !== '.');
  const isOutside = isAbsolute(path) || path.includes('\0') || parts[0] === '..';
  if (isOutside || parts.length === 0) return { ok: false, why: 'outside' };
  if (parts.some(isGit)) return { ok: false, why: 'git' };
  let at = realpathSync(root);
  for (const [index, part] of parts.entries()) {
    at = join(at, part);
    const mustNotBeLink = index < parts.length - 1 || !last.mayBeLink;
    if (mustNotBeLink && isLink(at)) return { ok: false, why: 'link' };
  }
  return { ok: true, path: at };
}

/** Some file systems accept other spellings of this name: any case, invisible characters, trailing dots, `git~1`. */
const isGit = (part: string) =>
  /^(\.git|git~1)$/i.test(part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').replace(/[. ]+$/, ''));

/** False if the path is missing or below a file: no link to follow. */
const isLink = (path: string): boolean =>
  tryOr(() => lstatSync(bytesOfName(path)).isSymbolicLink(), false, 'ENOENT', 'ENOTDIR');
