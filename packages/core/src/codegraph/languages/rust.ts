/** Rust: `mod`, `use` with its tree, `pub use`, and crates of the same workspace by the name in `Cargo.toml`. */
import type { ImportFact } from '../graph.ts';
import {
  captureTexts,
  firstModule,
  foldersAbove,
  joinPaths,
  parentFolder,
  type RepositoryFiles,
  type SourceLanguage,
  type SyntaxMatch,
  stemOf,
} from '../language.ts';

const items = ['function', 'struct', 'enum', 'union', 'trait', 'const', 'static', 'type', 'mod'];
const query = `
(mod_item name: (identifier) @mod !body)
(use_declaration) @use
${items.map((item) => `(source_file (${item}_item (visibility_modifier) @visibility name: (_) @export))`).join('\n')}
`;

export const rust: SourceLanguage = {
  grammar: 'rust',
  extensions: ['rs'],
  query,
  readFacts: (matches) => ({
    imports: importsIn(matches),
    exports: [
      ...new Set(
        matches.flatMap((match) => (match['visibility']?.text === 'pub' ? (match['export']?.text ?? []) : [])),
      ),
    ],
  }),
  createResolver(files) {
    const crates = cratesIn(files);
    return (from, { specifier }) => {
      const { folder, segments } = startOf(from, specifier, crates, files);
      return folder === undefined ? [] : findModule(files, folder, segments);
    };
  },
};

function importsIn(matches: readonly SyntaxMatch[]): readonly ImportFact[] {
  const declared = captureTexts(matches, 'mod').map(
    (name): ImportFact => ({ specifier: `self::${name}`, kind: 'value' }),
  );
  const used = captureTexts(matches, 'use').flatMap((text) => {
    const [, visibility, tree = ''] = /^(pub\b(?:\s*\([^)]*\))?)?\s*use\s+([\s\S]*?);?$/.exec(text) ?? [];
    const kind = visibility === undefined ? 'value' : 're-export';
    return pathsIn(tree.replace(/\s+as\s+\w+/g, '').replace(/\s/g, '')).map(
      (specifier): ImportFact => ({ specifier, kind }),
    );
  });
  return [...declared, ...used];
}

/** The paths of a use tree: `a::{b, c::{self, d}}` has three. */
function pathsIn(tree: string): readonly string[] {
  const open = tree.indexOf('{');
  if (open < 0) return tree === '' ? [] : [tree];
  const prefix = tree.slice(0, open);
  return splitTree(tree.slice(open + 1, -1)).flatMap((part) => pathsIn(`${prefix}${part}`));
}

function splitTree(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.filter((part) => part !== '');
}

/** Folders of the library roots, by the name in code. */
function cratesIn({ configs, modules }: RepositoryFiles): ReadonlyMap<string, string> {
  const crates = new Map<string, string>();
  for (const [path, text] of configs) {
    if (!/(^|\/)Cargo\.toml$/.test(path)) continue;
    const section = (name: string) => new RegExp(`^\\[${name}\\]([^[]*)`, 'm').exec(text)?.[1] ?? '';
    const field = (from: string, key: string) => new RegExp(`^\\s*${key}\\s*=\\s*"([^"]+)"`, 'm').exec(from)?.[1];
    const name = field(section('lib'), 'name') ?? field(section('package'), 'name');
    const root = joinPaths(parentFolder(path), field(section('lib'), 'path') ?? 'src/lib.rs');
    if (name !== undefined && modules.has(root)) crates.set(name.replaceAll('-', '_'), parentFolder(root));
  }
  return crates;
}

/** The folder where a path starts, and its remaining segments. */
function startOf(from: string, specifier: string, crates: ReadonlyMap<string, string>, files: RepositoryFiles) {
  const [first = '', ...rest] = specifier.replace(/^::/, '').split('::');
  if (first === 'crate') return { folder: crateFolder(from, files), segments: rest };
  let folder = moduleFolder(from, files);
  if (first === 'self') return { folder, segments: rest };
  let segments = [first, ...rest];
  for (; segments[0] === 'super'; segments = segments.slice(1)) folder = parentFolder(folder);
  if (first === 'super') return { folder, segments };
  const isOwn = firstModule(files.modules, moduleFiles(joinPaths(folder, first))).length > 0;
  return isOwn ? { folder, segments } : { folder: crates.get(first), segments: rest };
}

const isRootFile = (path: string) => ['lib', 'main', 'mod'].includes(stemOf(path));

/** Programs below `src/bin`, tests, examples and benchmarks are crates of their own. */
const isOwnCrate = (path: string, { configs }: RepositoryFiles) =>
  /(^|\/)src\/bin$/.test(parentFolder(path)) ||
  (/(^|\/)(tests|examples|benches)$/.test(parentFolder(path)) &&
    configs.has(joinPaths(parentFolder(parentFolder(path)), 'Cargo.toml')));

/** The folder with the files of the modules that a file declares. */
const moduleFolder = (path: string, files: RepositoryFiles) =>
  isRootFile(path) || isOwnCrate(path, files) ? parentFolder(path) : path.replace(/\.rs$/, '');

function crateFolder(path: string, files: RepositoryFiles): string {
  if (isOwnCrate(path, files)) return parentFolder(path);
  const crate = foldersAbove(path).find((folder) => files.configs.has(joinPaths(folder, 'Cargo.toml')));
  return joinPaths(crate ?? '', 'src');
}

const moduleFiles = (path: string) => [`${path}.rs`, `${path}/mod.rs`];

/** The longest prefix of the segments that is a module; the last segments are usually an item of it. */
function findModule({ modules }: RepositoryFiles, folder: string, segments: readonly string[]): readonly string[] {
  for (let length = segments.length; length > 0; length--) {
    const found = firstModule(modules, moduleFiles(joinPaths(folder, ...segments.slice(0, length))));
    if (found.length > 0) return found;
  }
  return firstModule(modules, [`${folder}/lib.rs`, `${folder}/main.rs`, `${folder}/mod.rs`, `${folder}.rs`]);
}
