/**
 * Decides whether the files that harness obeys are still those of the user: its configuration and its hooks.
 *
 *   O1. A file that changed while an agent could write here is not obeyed, also if it is new or deleted.
 *   O2. A file is obeyed again if it is the committed one, or after the user accepted it.
 */

/** Configuration files, in order of precedence. */
export const configNames = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `harness.config.${ending}`);

/** Scripts of the user that a mission runs outside the sandbox. */
export const hooksFolder = '.harness/hooks';

export const isHookPath = (path: string): boolean => path.startsWith(`${hooksFolder}/`);

/** Marks the entry for the fields of a `package.json` that decide which file an import finds. */
export const resolutionMark = '?resolution';

export const fileOfEntry = (entry: string): string =>
  entry.endsWith(resolutionMark) ? entry.slice(0, -resolutionMark.length) : entry;

/** Hash of each entry, which is a path that may have the mark; `null` if the file does not exist. */
export type FileHashes = Readonly<Record<string, string | null>>;

/** Paths that differ from the state before an agent could write. A path that only one side has is new or deleted. */
export const changedFilePaths = (before: FileHashes, now: FileHashes): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (path) => (before[path] ?? null) !== (now[path] ?? null),
  );
