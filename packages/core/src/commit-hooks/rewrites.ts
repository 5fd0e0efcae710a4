/**
 * Decides what the commit gets of the files that commit hooks left.
 *
 *   R1. A file of the group counts as the hook staged it, or as the hook left it in the folder without staging it.
 *   R2. A staged file outside the group refuses the commit. One that is not staged would not be in git's commit, either.
 *   R3. A hook that only takes a file of the group out of the commit refuses it: a group is one commit.
 */

/** A path that differs from the files that the hook was given. */
export interface HookedFile {
  readonly path: string;
}

export interface LeftFiles<File extends HookedFile> {
  /** In the index of the hook. */
  readonly staged: readonly File[];
  /** In the folder, of files that the hook was given. */
  readonly unstaged: readonly File[];
  /** Paths in which the index differs from the base of the commit. */
  readonly committed: ReadonlySet<string>;
}

export interface Rewrites<File extends HookedFile> {
  readonly files: readonly File[];
  readonly outside: readonly string[];
  readonly dropped: readonly string[];
}

export function findRewrites<File extends HookedFile>(
  { staged, unstaged, committed }: LeftFiles<File>,
  isGroupFile: (path: string) => boolean,
): Rewrites<File> {
  const [inIndex, inFolder] = [new Set(staged.map(pathOf)), new Set(unstaged.map(pathOf))];
  const own = staged.filter(({ path }) => isGroupFile(path));
  const isDropped = ({ path }: File) => !committed.has(path) && !inFolder.has(path);
  return {
    files: [
      ...own.filter((file) => !isDropped(file)),
      ...unstaged.filter(({ path }) => isGroupFile(path) && !inIndex.has(path)),
    ],
    outside: staged.map(pathOf).filter((path) => !isGroupFile(path)),
    dropped: own.filter(isDropped).map(pathOf),
  };
}

const pathOf = ({ path }: HookedFile): string => path;
