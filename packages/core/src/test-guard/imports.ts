/** Reads which files of the repository a source file imports, by its text. */
import { folderOf, joinPath } from './executed-files.ts';
import { type ImportNames, namedTargets } from './named-imports.ts';

const js = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;
const jsImport =
  /(?:\bfrom|\bimport|\brequire(?:\.resolve)?|\bnew URL|\b(?:jest|vi)\.\w*[mM]ock)\s*\(?\s*["'`]([^"'`\n]+)["'`]/g;
const jsEndings = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx', '.json', '/index.js', '/index.ts'];

/** `names` resolves imports by name; without it only relative ones count. */
export function importedFiles(
  path: string,
  text: string,
  paths: ReadonlySet<string>,
  names: ImportNames = [],
): readonly string[] {
  const wanted = js.test(path)
    ? jsNames(path, text, names)
    : path.endsWith('.py')
      ? pyNames(path, text)
      : otherNames(path, text);
  return [...new Set(wanted)].filter((name) => name !== path && paths.has(name));
}

export interface CodeTree {
  readonly paths: ReadonlySet<string>;
  /** Texts of the files that were read. */
  readonly texts: ReadonlyMap<string, string>;
  readonly names: ImportNames;
}

/**
 * The files that these files import, directly or through others, in the order of their distance. A file that was not read
 * leads nowhere.
 */
export function importedCode(from: readonly string[], { paths, texts, names }: CodeTree): readonly string[] {
  const found = new Set(from);
  for (const path of found) // a set is iterated in the order of additions, including those of this loop
    for (const target of importedFiles(path, texts.get(path) ?? '', paths, names)) found.add(target);
  return [...found].slice(new Set(from).size);
}

/** TypeScript may import `./a.js` and mean `a.ts`. */
const jsNames = (path: string, text: string, names: ImportNames) =>
  [...text.matchAll(jsImport)]
    .flatMap(([, name = '']) =>
      /^\.{1,2}(?:\/|$)/.test(name) ? [joinPath(folderOf(path), name)] : namedTargets(path, name, names),
    )
    .flatMap((target) => {
      const swapped = target.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
      return [...jsEndings.map((ending) => `${target}${ending}`), swapped];
    });

/** Modules are found beside the file, from the root and below `src`. */
function pyNames(path: string, text: string): readonly string[] {
  const modules = [
    ...text.matchAll(/^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+([^\n#]+)|import[ \t]+([\w., \t]+))/gm),
  ];
  return modules.flatMap(([, from, names = '', plain = '']) => {
    const listed = names.split(/[\s,()]+/).filter(Boolean);
    const all = from === undefined ? plain.split(/[\s,]+/) : [from, ...listed.map((name) => `${from}.${name}`)];
    return all.filter(Boolean).flatMap((name) => pyPlaces(path, name));
  });
}

function pyPlaces(path: string, module: string): readonly string[] {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const name = module.slice(dots).replace(/\.+/g, '/');
  const up = '../'.repeat(Math.max(0, dots - 1));
  const places =
    dots > 0 ? [joinPath(folderOf(path), `${up}${name}`)] : ['', 'src', folderOf(path)].map((at) => joinPath(at, name));
  return places.flatMap((at) => [`${at}.py`, joinPath(at, '__init__.py')]);
}

/** Ruby, PHP, shell. */
const otherNames = (path: string, text: string) =>
  [...text.matchAll(/\b(?:require_relative|require|include|require_once|source)\b[ (]*["']?([\w@./-]+)["']?/g)].flatMap(
    ([, name = '']) => ['', folderOf(path)].flatMap((at) => [joinPath(at, name), `${joinPath(at, name)}.rb`]),
  );
