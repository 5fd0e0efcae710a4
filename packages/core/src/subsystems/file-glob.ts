/**
 * Globs of files in subsystem specs and in plans of agents: `*` and `?` within a name, `**` for any folders, `{a,b}` for
 * either, and a trailing `/` for everything below a folder.
 *
 *   FG1. A glob never leads out of the repository: it is checked by its characters before it is used.
 *   FG2. No glob is slow, and one that is not valid matches no path.
 *   FG3. Two globs overlap if there can be a path that both match, whether or not the file exists.
 */
import { matchesPathGlob } from '../codegraph/path-glob.ts';
import { gitNames, normalizeName, relativePath } from '../text/paths.ts';

const maxLength = 200;
const maxAlternatives = 32;

/** Its usual form: without `./` at the start and without empty names; `null` if it is not valid. */
export function normalizeGlob(glob: string): string | null {
  const text = glob.trim();
  if (text === '' || text.length > maxLength || text.startsWith('!') || text.includes('\\')) return null;
  const inside = relativePath(text, 'glob');
  if (!inside.ok || inside.segments.length === 0) return null;
  if (inside.segments.some((name) => gitNames.has(normalizeName(name)))) return null;
  const normal = `${inside.segments.join('/')}${text.endsWith('/') ? '/' : ''}`;
  return alternativesOf(normal).length === 0 ? null : normal;
}

/** False for the path of one file. */
export const hasWildcard = (text: string): boolean => /[*?{]|\/$/.test(text);

export const matchesFileGlob = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => alternativesOf(glob).some((one) => matchesPathGlob(path, one)));

export const globsOverlap = (one: string, other: string): boolean =>
  alternativesOf(one).some((a) => alternativesOf(other).some((b) => segmentsOverlap(a.split('/'), b.split('/'))));

const expanded = new Map<string, readonly string[]>();
const maxExpanded = 10_000;

/** The globs without braces that together match the same paths; empty if the glob is not valid. */
function alternativesOf(glob: string): readonly string[] {
  const known = expanded.get(glob);
  if (known) return known;
  const found = glob.length > maxLength ? [] : expandBraces(glob.endsWith('/') ? `${glob}**` : glob);
  if (expanded.size >= maxExpanded) expanded.clear();
  expanded.set(glob, found);
  return found;
}

/** Innermost braces first: each step removes one pair. */
function expandBraces(glob: string): readonly string[] {
  let globs = [glob];
  while (globs.some((one) => /[{}]/.test(one))) {
    globs = globs.flatMap((one) => {
      const [whole, choices] = /\{([^{}]*)\}/.exec(one) ?? [];
      if (whole === undefined || choices === undefined) return /[{}]/.test(one) ? [] : [one];
      return choices.split(',').map((choice) => one.replace(whole, () => choice));
    });
    if (globs.length === 0 || globs.length > maxAlternatives) return [];
  }
  return [...new Set(globs)];
}

const segmentsOverlap = (a: readonly string[], b: readonly string[]): boolean =>
  overlap(a, b, (part) => part === '**', namesOverlap);

const namesOverlap = (a: string, b: string): boolean =>
  overlap(
    [...a],
    [...b],
    (letter) => letter === '*',
    (x, y) => x === y || x === '?' || y === '?',
  );

/** Whether two patterns match a common list of parts. `isAny` tells the parts that stand for any number of parts. */
function overlap(
  a: readonly string[],
  b: readonly string[],
  isAny: (part: string) => boolean,
  fit: (x: string, y: string) => boolean,
): boolean {
  let below: boolean[] = [];
  for (let i = a.length; i >= 0; i--) {
    const row: boolean[] = [];
    for (let j = b.length; j >= 0; j--) {
      const [x, y] = [a[i], b[j]];
      if (x === undefined && y === undefined) row[j] = true;
      else if (x !== undefined && isAny(x)) row[j] = below[j] === true || (y !== undefined && row[j + 1] === true);
      else if (y !== undefined && isAny(y)) row[j] = row[j + 1] === true || (x !== undefined && below[j] === true);
      else row[j] = x !== undefined && y !== undefined && below[j + 1] === true && fit(x, y);
    }
    below = row;
  }
  return below[0] === true;
}
