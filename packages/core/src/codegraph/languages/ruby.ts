/** Ruby: `require_relative`, `require` and `load` from the folders of the load path, and `autoload`. */
import type { ImportFact } from '../graph.ts';
import { captureTexts, firstModule, foldersAbove, joinPaths, parentFolder, type SourceLanguage } from '../language.ts';

const query = `
((call !receiver method: (identifier) @method arguments: (argument_list (string . (string_content) @path .)))
  (#match? @method "^(require|require_relative|load|autoload)$"))
(program (class name: (_) @export))
(program (module name: (_) @export))
(program (method name: (_) @export))
(program (assignment left: (constant) @export))
(program (module body: (body_statement (class name: (_) @export))))
`;
/** The load path of gems and of Rails: nearest folder first. */
const loadFolders = ['lib', 'app', 'spec', 'test', ''];

export const ruby: SourceLanguage = {
  grammar: 'ruby',
  extensions: ['rb'],
  query,
  readFacts: (matches) => ({
    imports: matches.flatMap(({ method, path }): readonly ImportFact[] => {
      if (!method || !path) return [];
      const specifier = method.text === 'require_relative' ? `./${path.text}` : path.text;
      return [{ specifier, kind: method.text === 'autoload' ? 'dynamic' : 'value' }];
    }),
    exports: [...new Set(captureTexts(matches, 'export'))],
  }),
  createResolver:
    ({ modules }) =>
    (from, { specifier }) => {
      const isRelative = /^\.{1,2}\//.test(specifier);
      const roots = isRelative
        ? [parentFolder(from)]
        : foldersAbove(from).flatMap((folder) => loadFolders.map((name) => joinPaths(folder, name)));
      return firstModule(
        modules,
        roots.map((root) => joinPaths(root, specifier.endsWith('.rb') ? specifier : `${specifier}.rb`)),
      );
    },
};
