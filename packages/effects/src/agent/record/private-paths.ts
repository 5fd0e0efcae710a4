/**
 * Removes local paths that a recording must not contain: the folder of the call, the repository, home.
 *
 *   P1. A path below the folder or the repository becomes relative; a path below home starts with `~`.
 *   P2. A name that only starts like such a path is different and stays.
 */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';

export interface PrivatePaths {
  /** The text without private paths. */
  out(text: string): string;
  isNamedIn(text: string): boolean;
}

export function privatePathsOf(folders: readonly string[], home = homedir()): PrivatePaths {
  const known = [...folders.map((path) => ({ path, isHome: false })), { path: home, isHome: true }]
    .flatMap(({ path, isHome }) => spellings(path).map((spelt) => ({ path: spelt, isHome })))
    .filter(({ path }) => path.length > 1) // `/` would match every path
    .sort((one, other) => other.path.length - one.path.length);
  const isHome = new Map(known.toReversed().map((place) => [place.path, place.isHome]));
  const anyOf = known.length === 0 ? '(?!)' : known.map(({ path }) => escapePattern(path)).join('|');
  const pattern = new RegExp(`(${anyOf})(?![\\w-]|\\.\\w)(/(?=[\\w.@~-]))?`, 'g');
  return {
    out: (text) =>
      text.replace(pattern, (_, path: string, slash = '') =>
        isHome.get(path) === true ? `~${slash}` : slash === '' ? '.' : '',
      ),
    isNamedIn: (text) => known.some(({ path }) => text.includes(path)),
  };
}

/** The given path, its real path, and both as in a URL. */
function spellings(path: string): readonly string[] {
  const real = realOr(path);
  return [...new Set([path, real, encodeURI(path), encodeURI(real)])];
}

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return path; // a missing folder may still be named in a text
  }
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
