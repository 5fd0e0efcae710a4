/**
 * The places of this machine that a record must not name: the folder of the call, the repository, home.
 *
 *   P1. A path below the folder or the repository becomes a relative one, one below home begins with `~`.
 *   P2. A name that only begins like such a path is another one, and stays.
 */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';

export interface PrivatePaths {
  /** The text without them. */
  out(text: string): string;
  isNamedIn(text: string): boolean;
}

export function privatePathsOf(folders: readonly string[], home = homedir()): PrivatePaths {
  const known = [...folders.map((path) => ({ path, isHome: false })), { path: home, isHome: true }]
    .flatMap(({ path, isHome }) => spellings(path).map((spelt) => ({ path: spelt, isHome })))
    .filter(({ path }) => path.length > 1) // all paths begin with `/`
    .sort((one, other) => other.path.length - one.path.length);
  const isHome = new Map(known.toReversed().map((place) => [place.path, place.isHome]));
  const anyOf = known.length === 0 ? '(?!)' : known.map(({ path }) => literally(path)).join('|');
  const pattern = new RegExp(`(${anyOf})(?![\\w-]|\\.\\w)(/(?=[\\w.@~-]))?`, 'g');
  return {
    out: (text) =>
      text.replace(pattern, (_, path: string, slash = '') =>
        isHome.get(path) === true ? `~${slash}` : slash === '' ? '.' : '',
      ),
    isNamedIn: (text) => known.some(({ path }) => text.includes(path)),
  };
}

/** As it was given, as it is without links, and as it looks in a URL. */
function spellings(path: string): readonly string[] {
  const real = realOr(path);
  return [...new Set([path, real, encodeURI(path), encodeURI(real)])];
}

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return path; // it is not there, and a text may name it all the same
  }
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
