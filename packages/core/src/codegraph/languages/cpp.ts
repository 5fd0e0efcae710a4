/** C and C++: `#include` relative to the file, then from include folders. Types and functions of a header are public. */
import {
  captureTexts,
  firstModule,
  foldersAbove,
  isInside,
  joinPaths,
  parentFolder,
  type SourceLanguage,
} from '../language.ts';

const query = `
(preproc_include path: (_) @include)
(field_declaration_list) @inside
(compound_statement) @inside
[(class_specifier name: (type_identifier) @export body: (_))
 (struct_specifier name: (type_identifier) @export body: (_))
 (enum_specifier name: (type_identifier) @export body: (_))
 (alias_declaration name: (type_identifier) @export)
 (type_definition declarator: (type_identifier) @export)
 (function_declarator declarator: (identifier) @export)]
`;
const includeFolders = ['', 'include', 'src', 'inc'];

export const cpp: SourceLanguage = {
  grammar: 'cpp',
  extensions: ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx', 'inl', 'ipp'],
  query,
  readFacts(matches, path) {
    const isInsideBody = isInside(matches, 'inside');
    const names = matches.flatMap(({ export: found }) => (found && !isInsideBody(found) ? [found.text] : []));
    return {
      imports: captureTexts(matches, 'include').map((text) => ({ specifier: text.slice(1, -1), kind: 'value' })),
      exports: /\.(h|hh|hpp|hxx)$/.test(path) ? [...new Set(names)] : [],
    };
  },
  createResolver:
    ({ modules }) =>
    (from, { specifier }) =>
      firstModule(modules, [
        joinPaths(parentFolder(from), specifier),
        ...foldersAbove(from).flatMap((folder) => includeFolders.map((name) => joinPaths(folder, name, specifier))),
      ]),
};
