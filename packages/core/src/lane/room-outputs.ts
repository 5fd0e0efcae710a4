/**
 * Decides which files that an earlier check left in a clean room stay for the next check of the same round.
 *
 * Only whole folders that git ignores, such as `dist` or `target`, because a test may need the build. A single file
 * could be configuration (`.env`, `.npmrc`), and a folder of packages could replace a program or a library.
 */

const packageFolders: ReadonlySet<string> = new Set([
  ...['node_modules', 'bower_components', 'vendor', 'deps', '.venv', 'venv', 'site-packages', '.tox', '.nox'],
  ...['__pycache__', '.git', '.hg', '.harness', '.yarn', '.pnpm', '.cargo', '.mvn', '.gradle', '.bundle', '.config'],
]);

/** `ignored` are folders of the room that git ignores, each with a slash at its end. */
export function outputFolders(ignored: readonly string[]): readonly string[] {
  return ignored.filter(
    (path) => path.endsWith('/') && !path.split('/').some((name) => packageFolders.has(name.toLowerCase())),
  );
}

export const isInOutputFolder = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => `${path}/`.startsWith(folder));

/** Folders around the output folders, which stay, too. */
export const isAroundOutputFolder = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => folder.startsWith(`${path}/`));
