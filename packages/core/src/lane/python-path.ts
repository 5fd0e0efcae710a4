/**
 * Leads Python from the user's checkout into a lane or clean room.
 *
 *   Y1. An editable installation names folders of the checkout, in a `.pth` file or in a finder of setuptools. Python
 *       searches `PYTHONPATH` before both, so the same folder of the lane is put there.
 *   Y2. `PYTHONPATH` of the user that names folders of the checkout names those of the lane instead.
 *   Y3. Anything else that leads into the checkout cannot be redirected: it is reported.
 */
import { isWithin } from '../sandbox/layers.ts';

/** A file in a folder of installed Python packages. `link` is the target of a symbolic link. */
export interface PackageFile {
  readonly path: string;
  readonly text: string;
  readonly link?: string;
}

/** Folders of the checkout that Python imports, and files that lead there in a way that cannot be redirected. */
export interface EditableImports {
  readonly folders: readonly string[];
  readonly unknown: readonly string[];
}

/** `roots` are the names of the checkout: its path and its real path. */
export function editableImports(files: readonly PackageFile[], roots: readonly string[]): EditableImports {
  const found = files.map((file) => ({ path: file.path, folders: foldersIn(file, roots) }));
  return {
    folders: [...new Set(found.flatMap(({ folders }) => folders ?? []))],
    unknown: found.filter(({ folders }) => folders === null).map(({ path }) => path),
  };
}

/** Folders of the checkout that the file adds; `null` if it leads there in another way. */
function foldersIn({ path, text, link }: PackageFile, roots: readonly string[]): readonly string[] | null {
  const isOfCheckout = (folder: string) => !isInstalled(folder) && roots.some((root) => isWithin(root, folder));
  if (link !== undefined) return isOfCheckout(link) ? null : [];
  if (!roots.some((root) => text.includes(root))) return [];
  if (!path.endsWith('.pth')) return finderFolders(text)?.filter(isOfCheckout) ?? null;
  const lines = text.split(/\r?\n/).filter((line) => !/^\s*(#|$)/.test(line));
  if (lines.some((line) => /^import\s/.test(line) && roots.some((root) => line.includes(root)))) return null;
  return lines.filter((line) => line.startsWith('/') && isOfCheckout(line)).map(withoutSlash);
}

/** `MAPPING = {'pkg': '/checkout/src/pkg'}`; `null` if a package has another name than its folder. */
function finderFolders(text: string): readonly string[] | null {
  const [, mapping] = /^MAPPING[^=\n]*=\s*\{([^}]*)\}/m.exec(text) ?? [];
  if (mapping === undefined) return null;
  const rows = [...mapping.matchAll(/'([^']+)':\s*'([^']+)'/g)].map(([, name = '', path = '']) => ({ name, path }));
  const parents = rows.flatMap(({ name, path }) => {
    const end = `/${name.replaceAll('.', '/')}`;
    return [end, `${end}.py`].filter((one) => path.endsWith(one)).map((one) => path.slice(0, -one.length) || '/');
  });
  return rows.length > 0 && parents.length === rows.length ? parents : null;
}

const withoutSlash = (path: string) => path.replace(/(?<=.)\/+$/, '');

/** Packages of a virtual environment, which may be in the checkout: they are no code of the repository. */
const isInstalled = (path: string) => /\/(site|dist)-packages(\/|$)/.test(path);

/** The same path below `tree`; unchanged if it is not code of the checkout. */
function redirected(path: string, roots: readonly string[], tree: string): string {
  const root = isInstalled(path) ? undefined : roots.find((one) => isWithin(one, path));
  return root === undefined ? path : `${tree}${path.slice(root.length)}`;
}

export interface PythonPlace {
  readonly roots: readonly string[];
  /** The lane or clean room. */
  readonly tree: string;
  /** `PYTHONPATH` of the user. */
  readonly own: string | undefined;
  readonly folders: readonly string[];
}

/** `PYTHONPATH` of a process in a lane or clean room; `undefined` if it needs none. */
export function pythonPathIn({ roots, tree, own = '', folders }: PythonPlace): string | undefined {
  const paths = [...own.split(':').map(withoutSlash), ...folders].filter((path) => path !== '');
  const all = [...new Set(paths.map((path) => redirected(path, roots, tree)))];
  return all.length > 0 ? all.join(':') : undefined;
}

/** Commands that set `PYTHONPATH` to a folder of the checkout. */
export const commandsIntoCheckout = (commands: readonly string[], roots: readonly string[]): readonly string[] =>
  commands.filter((command) =>
    [...command.matchAll(/PYTHONPATH=(?:"([^"]*)"|'([^']*)'|(\S*))/g)].some(([, ...values]) =>
      values.some((value) => value?.split(':').some((path) => roots.some((root) => isWithin(root, path)))),
    ),
  );
