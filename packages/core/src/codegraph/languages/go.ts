/** Go: an import names a package, which is a folder of a module. `go.mod` gives the name of the module's root folder. */
import {
  captureTexts,
  groupBy,
  joinPaths,
  parentFolder,
  type RepositoryFiles,
  type SourceLanguage,
} from '../language.ts';

const query = `
(import_spec path: (_) @import)
(source_file (function_declaration name: (identifier) @export))
(source_file (type_declaration (type_spec name: (type_identifier) @export)))
(source_file (type_declaration (type_alias name: (type_identifier) @export)))
(source_file (var_declaration (var_spec name: (identifier) @export)))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @export))))
(source_file (const_declaration (const_spec name: (identifier) @export)))
`;

export const go: SourceLanguage = {
  grammar: 'go',
  extensions: ['go'],
  query,
  readFacts: (matches) => ({
    imports: captureTexts(matches, 'import').map((text) => ({ specifier: text.slice(1, -1), kind: 'value' })),
    exports: [...new Set(captureTexts(matches, 'export'))].filter((name) => /^\p{Lu}/u.test(name)),
  }),
  createResolver(files) {
    const roots = moduleRoots(files);
    const packages = groupBy(files.facts, (path) => (path.endsWith('_test.go') ? [] : [parentFolder(path)]));
    return (_, { specifier }) => {
      const root = roots.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
      return root ? (packages.get(joinPaths(root.folder, specifier.slice(root.name.length))) ?? []) : [];
    };
  },
};

interface ModuleRoot {
  readonly name: string;
  readonly folder: string;
}

/** Longest name first: a module may contain another one. A `replace` with a folder gives that folder another name. */
function moduleRoots({ configs }: RepositoryFiles): readonly ModuleRoot[] {
  const roots = [...configs].flatMap(([path, text]): readonly ModuleRoot[] => {
    if (!/(^|\/)go\.mod$/.test(path)) return [];
    const folder = parentFolder(path);
    const name = /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
    const replaced = [...text.matchAll(/^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}\/\S*)/gm)];
    return [
      ...(name === undefined ? [] : [{ name, folder }]),
      ...replaced.map(([, from = '', to = '']) => ({ name: from, folder: joinPaths(folder, to) })),
    ];
  });
  return roots.sort((a, b) => b.name.length - a.name.length);
}
