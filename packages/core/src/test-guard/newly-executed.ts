/**
 * Finds files that checks execute only since a change of a check input.
 *
 * A person who allows the input allows also what it loads, with exactly the shown content. So these files are part of the
 * question, and a later change of one of them is asked about again.
 */
import { type FileTree, readCheckInputs } from './base-facts.ts';
import { executedFiles, folderOf } from './executed-files.ts';
import { defaultTestGlobs } from './files.ts';
import { matchesGlob } from './glob.ts';
import { importedFiles } from './imports.ts';
import { namedFiles } from './named-files.ts';
import { isPackageFile, localFolders } from './package-files.ts';
import type { TouchedFile } from './touched-file.ts';
import type { TestGuards, WeakenedTest } from './weakened-tests.ts';

type ChangedPath = Pick<TouchedFile, 'path' | 'newPath' | 'hash'>;

export async function findNewlyExecuted(
  weakened: readonly WeakenedTest[],
  changed: readonly ChangedPath[],
  { base, change }: { readonly base: FileTree; readonly change: FileTree },
  guards: TestGuards,
): Promise<readonly WeakenedTest[]> {
  const inputs = changed.filter(({ path, newPath }) => weakened.some(({ file }) => file === path || file === newPath));
  if (inputs.length === 0) return [];
  const names = (key: 'path' | 'newPath') => inputs.map((each) => each[key]);
  const known = await reachable(base, names('path'), guards, new Set());
  const reached = await reachable(change, names('newPath'), guards, known);
  return changed.flatMap(({ path, newPath, hash }) =>
    reached.has(newPath) && !names('newPath').includes(newPath)
      ? [{ file: newPath, how: 'command', detail: base.paths.has(path) ? '' : 'new', content: hash ?? 'gone' } as const]
      : [],
  );
}

/** Follows references from these files and from the checks, but not into files that are already known. */
async function reachable(
  tree: FileTree,
  from: readonly string[],
  guards: TestGuards,
  known: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { testFiles = defaultTestGlobs } = guards;
  const isTest = (path: string) => matchesGlob(path, testFiles);
  const { executed } = await readCheckInputs(tree, guards);
  const isNew = (path: string) => tree.paths.has(path) && !known.has(path);
  const found = new Set([...executed].filter(isNew));
  let open = [...new Set([...from, ...found])].filter((path) => tree.paths.has(path));
  while (open.length > 0) {
    await tree.read(open);
    const next = new Set(open.flatMap((path) => referencesIn(path, tree, isTest(path))));
    open = [...next].filter((path) => isNew(path) && !found.has(path) && !from.includes(path));
    for (const path of open) found.add(path);
  }
  return found;
}

/** A test may name many files as data; other inputs name what they load. */
function referencesIn(path: string, { paths, texts }: FileTree, isTest: boolean): readonly string[] {
  const text = texts.get(path) ?? '';
  if (isPackageFile(path)) {
    const folders = localFolders(path, text);
    return [...paths].filter((each) => folders.some((folder) => each.startsWith(`${folder}/`)));
  }
  const imported = importedFiles(path, text, paths);
  if (isTest) return imported;
  return [...imported, ...executedFiles({ text, folder: folderOf(path) }, paths), ...namedFiles(path, text, paths)];
}
