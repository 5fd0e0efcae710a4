/** Finds out which folders of the checkout the installed Python packages import, without starting Python. */
import { type Dirent, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { type EditableImports, editableImports, type PackageFile } from '@harness/core/lane/python-path';
import { isWithin } from '@harness/core/sandbox/layers';
import { tryOr } from '../file/file-system.ts';
import { isWrittenByAgents } from '../trust/exposed-times.ts';

const missing = ['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'] as const;

/** The path of the checkout as the user wrote it, and its real path. */
export const namesOf = (repo: string): readonly string[] => [
  ...new Set([repo, tryOr(() => realpathSync(repo), repo, ...missing)]),
];

/** Files that an agent wrote into a virtual environment of the checkout do not count. */
export async function findEditableImports(repo: string, environment: NodeJS.ProcessEnv): Promise<EditableImports> {
  const roots = namesOf(repo);
  const files = packageFolders(environment).flatMap((folder) => filesIn(folder));
  const trusted: PackageFile[] = [];
  for (const file of files) {
    const root = roots.find((one) => isWithin(one, file.path));
    if (root === undefined || !(await isWrittenByAgents(root, relative(root, file.path)))) trusted.push(file);
  }
  return editableImports(trusted, roots);
}

/** Folders of installed packages of all Pythons on the `PATH`. */
function packageFolders(environment: NodeJS.ProcessEnv): readonly string[] {
  const { PATH = '', HOME, VIRTUAL_ENV, CONDA_PREFIX } = environment;
  const prefixes = PATH.split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => (basename(folder) === 'shims' ? versionsOf(dirname(folder)) : [dirname(folder)]));
  const own = [VIRTUAL_ENV, CONDA_PREFIX, HOME && join(HOME, '.local')].flatMap((one) => (one ? [one] : []));
  return [...new Set([...own, ...prefixes])].flatMap((prefix) =>
    ['lib', 'lib64'].flatMap((name) => pythonFolders(join(prefix, name))),
  );
}

const namesIn = (folder: string): readonly string[] => entriesIn(folder).map(({ name }) => name);
const entriesIn = (folder: string): readonly Dirent[] =>
  tryOr<readonly Dirent[]>(() => readdirSync(folder, { withFileTypes: true }), [], ...missing);

/** A version manager has one prefix for each version. */
const versionsOf = (root: string): readonly string[] =>
  namesIn(join(root, 'versions')).map((name) => join(root, 'versions', name));

const pythonFolders = (lib: string): readonly string[] =>
  namesIn(lib)
    .filter((name) => /^python3(\.\d+)?$/.test(name))
    .flatMap((name) => [join(lib, name, 'site-packages'), join(lib, name, 'dist-packages')]);

const isEditable = (name: string) => /\.pth$|^__editable__.*_finder\.py$/.test(name);

function filesIn(folder: string): readonly PackageFile[] {
  return entriesIn(folder).flatMap((entry): readonly PackageFile[] => {
    const path = join(folder, entry.name);
    if (entry.isFile() && isEditable(entry.name))
      return [{ path, text: tryOr(() => readFileSync(path, 'utf8'), '', ...missing) }];
    if (!entry.isSymbolicLink()) return [];
    return [{ path, text: '', link: tryOr(() => realpathSync(path), '', ...missing) }];
  });
}
