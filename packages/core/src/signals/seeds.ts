/** Finds the files that a text names, by their path or by a glob. Folders do not count. */
import type { CodeGraph } from '../codegraph/graph.ts';
import { matchesPathGlob } from '../codegraph/path-glob.ts';

/** A text of a megabyte could contain a hundred thousand globs. */
const maxGlobs = 100;
const maxGlobLength = 200;
const maxPathLength = 1_000;

/** The modules that a text names. */
export const findSeeds = ({ modules }: CodeGraph, text: string): readonly string[] =>
  findNamedPaths(
    modules.map(({ path }) => path),
    text,
  );

export function findNamedPaths(paths: readonly string[], text: string): readonly string[] {
  const known = new Set(paths);
  const words = new Set(
    text
      .split(/[\s"'`,;|]+/)
      .filter(isShort)
      .flatMap(candidatesIn),
  );
  const named = [...words].filter((word) => known.has(word));
  const globs = [...words].filter((word) => isGlob(word)).slice(0, maxGlobs);
  const matched = paths.filter((path) => globs.some((glob) => matchesPathGlob(path, glob)));
  return [...new Set([...named, ...matched])].sort();
}

const isShort = (word: string) => word.length <= maxPathLength;
const isGlob = (word: string) => word.length <= maxGlobLength && /[*?]/.test(word) && /[./]/.test(word);

/** A path may be in brackets or in a link, before punctuation, and with a line number. */
const candidatesIn = (word: string): readonly string[] =>
  [word, ...word.split(/[()<>[\]]+/)].flatMap((part) => {
    const bare = part.replace(/^\.\//, '');
    return [bare, bare.replace(/[.,:;!?]+$/, ''), bare.replace(/:\d+(?::\d+)?[.,:;!?]*$/, '')];
  });
