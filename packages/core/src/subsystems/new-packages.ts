/** Finds packages that a change adds to a package manifest, by the manifests of the common package managers (IO-16). */
import { parseJson } from '../text/json.ts';

/** A longer line could keep a regular expression busy. */
const maxLine = 1_000;
const shortLines = (text: string) => text.split(/\r?\n/).filter((line) => line.length <= maxLine);

type ReadPackages = (text: string) => readonly string[];

const matches =
  (form: RegExp): ReadPackages =>
  (text) =>
    [...shortLines(text).join('\n').matchAll(form)].flatMap(([, ...names]) =>
      names.filter((name) => name !== undefined),
    );

/** Names in fields of a JSON object. */
const jsonKeys =
  (...fields: readonly string[]): ReadPackages =>
  (text) => {
    const document = (parseJson(text.replace(/^\uFEFF/, '')) ?? {}) as Readonly<Record<string, unknown>>;
    return fields.flatMap((field) => {
      const value = typeof document === 'object' ? document[field] : undefined;
      return typeof value === 'object' && value !== null ? Object.keys(value) : [];
    });
  };

/** Keys, and requirements in quotes, of the sections of a TOML file whose name has `dependencies` or `requires`. */
function tomlPackages(text: string): readonly string[] {
  let section = '';
  let isList = false;
  return shortLines(text).flatMap((line) => {
    const [, header] = /^\s*\[+([^\]]+)\]+\s*(?:#.*)?$/.exec(line) ?? [];
    if (header !== undefined) {
      section = header;
      isList = false;
      return /dependencies\.([\w.-]+)$/.exec(section)?.[1] ?? [];
    }
    const [, key, value = ''] = /^\s*["']?([\w.-]+)["']?\s*=\s*(.*)$/.exec(line) ?? [];
    const isSection = /dependencies$/.test(section);
    if (key !== undefined && isSection && !isList && !value.startsWith('[')) return key === 'python' ? [] : [key];
    if (key !== undefined && !isList)
      isList = (isSection || /dependencies|^requires$/.test(key)) && value.startsWith('[');
    if (!isList) return [];
    const names = [...line.matchAll(/["']([A-Za-z0-9][\w.-]*)(?![\w.-])[^"']*["']/g)].map(([, name = '']) => name);
    if (/\]\s*(?:#.*)?$/.test(line)) isList = false;
    return names;
  });
}

const readers: readonly (readonly [file: RegExp, read: ReadPackages])[] = [
  [/^package\.json$/, jsonKeys('dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies')],
  [/^composer\.json$/, jsonKeys('require', 'require-dev')],
  [/^deno\.jsonc?$/, jsonKeys('imports')],
  [/^requirements[\w.-]*\.(?:txt|in)$/, matches(/^[ \t]*([A-Za-z0-9][\w.-]*)/gm)],
  [/^(?:pyproject|Cargo|Pipfile)(?:\.toml)?$/, tomlPackages],
  [/^go\.mod$/, matches(/^[ \t]*(?:require[ \t]+)?([\w./-]{1,300})[ \t]+v\d/gm)],
  [/^Gemfile$|\.gemspec$/, matches(/^[ \t]*(?:\w+\.add_(?:\w+_)?dependency|gem)[ \t(]+['"]([^'"]+)/gm)],
  [/^pom\.xml$/, matches(/<artifactId>\s*([^<\s]+)/g)],
  [
    /^build\.gradle(?:\.kts)?$/,
    matches(/\b\w*(?:[iI]mplementation|[aA]pi|Only|[cC]lasspath)[ \t(]+["']([^"':]+:[^"':]+)/g),
  ],
  [
    /\.(?:cs|fs|vb)proj$|^Directory\.Packages\.props$/,
    matches(/<Package(?:Reference|Version)\s[^>]{0,300}Include="([^"]+)"/g),
  ],
  [/^mix\.exs$/, matches(/\{[ \t]{0,9}:(\w{1,99}),[ \t]*["'~]/g)],
  [/^pubspec\.yaml$/, matches(/^ {2}([a-z_]\w*):/gm)],
  [/^Package\.swift$/, matches(/\.package\([^)]{0,300}url:[ \t]*"([^"]+)"/g)],
];

const readerOf = (path: string) => readers.find(([file]) => file.test(path.slice(path.lastIndexOf('/') + 1)))?.[1];

/** Whether the file lists packages. */
export const isPackageManifest = (path: string): boolean => readerOf(path) !== undefined;

/** Names of packages that only the text after the change has. A missing file is an empty text. */
export function findNewPackages(path: string, before: string, after: string): readonly string[] {
  const read = readerOf(path) ?? (() => []);
  const known = new Set(read(before));
  return [...new Set(read(after))].filter((name) => !known.has(name)).sort();
}
