/** Python: `import`, `from … import`, relative imports, imports for type checkers, and `importlib.import_module`. */
import type { ImportFact } from '../graph.ts';
import {
  captureTexts,
  firstModule,
  foldersAbove,
  isInside,
  joinPaths,
  parentFolder,
  type RepositoryFiles,
  type SourceLanguage,
  type SyntaxMatch,
} from '../language.ts';

const query = `
(import_statement name: (dotted_name) @import)
(import_statement name: (aliased_import name: (dotted_name) @import))
(import_from_statement module_name: (_) @from name: (dotted_name) @name)
(import_from_statement module_name: (_) @from name: (aliased_import name: (dotted_name) @name))
(import_from_statement module_name: (_) @from (wildcard_import))
((if_statement condition: (_) @condition consequence: (block) @types) (#match? @condition "TYPE_CHECKING$"))
((call function: (_) @function arguments: (argument_list . (string (string_content) @dynamic)))
  (#match? @function "^(importlib[.])?(import_module|__import__)$"))
(module (function_definition name: (identifier) @export))
(module (class_definition name: (identifier) @export))
(module (decorated_definition definition: (_ name: (identifier) @export)))
(module (expression_statement (assignment left: (identifier) @export)))
`;

export const python: SourceLanguage = {
  grammar: 'python',
  extensions: ['py', 'pyi'],
  query,
  readFacts: (matches) => ({
    imports: importsIn(matches),
    exports: [...new Set(captureTexts(matches, 'export'))].filter((name) => !name.startsWith('_')),
  }),
  createResolver(files) {
    return (from, { specifier, name }) => {
      const module = specifier.replace(/^\.+/, '').replaceAll('.', '/');
      const roots = specifier.startsWith('.') ? [relativeRoot(from, specifier)] : absoluteRoots(from, files);
      const found = roots.map((root) => findModule(files, joinPaths(root, module), name));
      return found.find((paths) => paths.length > 0) ?? [];
    };
  },
};

function importsIn(matches: readonly SyntaxMatch[]): readonly ImportFact[] {
  const isForTypes = isInside(matches, 'types');
  return matches.flatMap(({ import: plain, from, name, dynamic }): readonly ImportFact[] => {
    if (dynamic) return [{ specifier: dynamic.text, kind: 'dynamic' }];
    const node = plain ?? from;
    if (!node) return [];
    const kind = isForTypes(node) ? 'type-only' : 'value';
    return [{ specifier: node.text, kind, ...(name ? { name: name.text } : {}) }];
  });
}

/** One dot is the folder of the file; each further dot is one folder up. */
const relativeRoot = (from: string, specifier: string) => {
  const dots = /^\.+/.exec(specifier)?.[0].length ?? 1;
  return joinPaths(parentFolder(from), ...Array.from({ length: dots - 1 }, () => '..'));
};

/** The folders above the file and their `src`: nearest first. Python itself starts at the folder of the program. */
const absoluteRoots = (from: string, { modules }: RepositoryFiles) =>
  foldersAbove(from)
    .filter((folder) => !modules.has(joinPaths(folder, '__init__.py')))
    .flatMap((folder) => [folder, joinPaths(folder, 'src')]);

/** The imported name may be a module of the package, which is imported too. */
function findModule({ modules }: RepositoryFiles, path: string, name: string | undefined): readonly string[] {
  const own = firstModule(modules, moduleFiles(path));
  const below = name === undefined ? [] : firstModule(modules, moduleFiles(joinPaths(path, name.replaceAll('.', '/'))));
  return [...below, ...own];
}

const moduleFiles = (path: string) =>
  path === '' ? ['__init__.py'] : [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`, `${path}/__init__.pyi`];
