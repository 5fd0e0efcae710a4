/**
 * Resolves imports by name to files of the repository: `#name` of a package, the name of a package of the repository, and
 * `paths` of a TypeScript configuration.
 *
 *   N1. A name may lead to several files, because conditions such as `import` and `types` choose between them. All count.
 *   N2. A target without an ending is completed by the caller, as for relative imports.
 */
import { parseJson } from '../text/json.ts';
import { folderOf, joinPath } from './executed-files.ts';

/** Names and their targets, relative to the folder of the file that declares them. */
interface NameTable {
  readonly folder: string;
  /** Names that only files below the folder use, such as `#src/*`. */
  readonly own: Readonly<Record<string, unknown>>;
  /** The name of the package, for all files; `undefined` if it has none. */
  readonly name?: string;
  readonly exports: Readonly<Record<string, unknown>>;
}
export type ImportNames = readonly NameTable[];

/** Whether a file declares names of imports. */
export const declaresNames = (path: string): boolean =>
  /(?:^|\/)(?:package|[jt]sconfig(?:\.[\w-]+)?)\.json$/.test(path) && !/(?:^|\/)node_modules\//.test(path);

export function readImportNames(files: ReadonlyMap<string, string>): ImportNames {
  const tables = [...files].flatMap(([path, text]): readonly NameTable[] => {
    const value = asRecord(parseJson(path.endsWith('package.json') ? text : withoutComments(text)));
    return [path.endsWith('package.json') ? packageTable(folderOf(path), value) : pathsTable(folderOf(path), value)];
  });
  return tables.sort((one, other) => other.folder.length - one.folder.length); // the nearest declaration first
}

/** Paths that a name may mean for this file; empty if it is the name of an installed package. */
export function namedTargets(from: string, name: string, names: ImportNames): readonly string[] {
  return names.flatMap(({ folder, own, name: packageName, exports }) => {
    const isBelow = folder === '' || from.startsWith(`${folder}/`);
    const targets = isBelow ? targetsIn(own, name) : [];
    const inside = packageName === undefined ? undefined : pathInside(packageName, name);
    const exported = inside === undefined ? [] : [...targetsIn(exports, inside), inside];
    return [...targets, ...exported].map((target) => joinPath(folder, target));
  });
}

const pathInside = (packageName: string, name: string): string | undefined =>
  name === packageName
    ? '.'
    : name.startsWith(`${packageName}/`)
      ? `./${name.slice(packageName.length + 1)}`
      : undefined;

function packageTable(folder: string, { name, imports, exports, main }: Readonly<Record<string, unknown>>): NameTable {
  const entries = isSubpaths(exports) ? asRecord(exports) : { '.': [exports, main, './index', './src/index'] };
  return { folder, own: asRecord(imports), exports: entries, ...(typeof name === 'string' ? { name } : {}) };
}

const isSubpaths = (exports: unknown): boolean => Object.keys(asRecord(exports)).some((key) => key.startsWith('.'));

function pathsTable(folder: string, value: Readonly<Record<string, unknown>>): NameTable {
  const { baseUrl, paths } = asRecord(value['compilerOptions']);
  const root = typeof baseUrl === 'string' ? joinPath(folder, baseUrl) : folder;
  return { folder: root, own: { ...(baseUrl === undefined ? {} : { '*': './*' }), ...asRecord(paths) }, exports: {} };
}

/** The targets of the keys that a name matches; a star stands for any text. */
const targetsIn = (table: Readonly<Record<string, unknown>>, name: string): readonly string[] =>
  Object.entries(table).flatMap(([key, value]) => {
    const [start = '', end] = key.split('*');
    if (end === undefined) return key === name ? textsIn(value) : [];
    const isMatch = name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
    const star = name.slice(start.length, name.length - end.length);
    return isMatch ? textsIn(value).map((target) => target.replaceAll('*', star)) : [];
  });

/** N1. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** TypeScript allows comments and a comma before a closing bracket. */
const withoutComments = (text: string): string =>
  text
    .replace(/("(?:[^"\\]|\\.)*")|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (_, quoted: string | undefined) => quoted ?? '')
    .replace(/,(?=\s*[}\]])/g, '');
