/** C#: `using` names a namespace, or a type with `static` or an alias. Files declare their namespaces themselves. */
import { captureTexts, groupBy, type SourceLanguage } from '../language.ts';

const kinds = ['class', 'interface', 'enum', 'struct', 'record', 'delegate'];
const query = `
(using_directive) @using
(namespace_declaration name: (_) @namespace)
(file_scoped_namespace_declaration name: (_) @namespace)
${kinds
  .flatMap((kind) => {
    const type = `(${kind}_declaration (modifier) @modifier name: (identifier) @export)`;
    return [`(compilation_unit ${type})`, `(namespace_declaration body: (declaration_list ${type}))`];
  })
  .join('\n')}
`;

export const cSharp: SourceLanguage = {
  grammar: 'c-sharp',
  extensions: ['cs'],
  query,
  readFacts: (matches) => ({
    imports: captureTexts(matches, 'using').map((text) => ({
      specifier: text.replace(/^(global\s+)?using\s+(static\s+)?(\w+\s*=\s*)?|[\s;]/g, '').replace(/<.*$/, ''),
      kind: 'value',
    })),
    exports: [
      ...new Set(
        matches.flatMap((match) => (match['modifier']?.text === 'public' ? (match['export']?.text ?? []) : [])),
      ),
    ],
    scopes: [...new Set(captureTexts(matches, 'namespace'))],
  }),
  createResolver({ facts }) {
    const namespaces = groupBy(facts, (_, { scopes = [] }) => scopes);
    const types = groupBy(facts, (_, { scopes = [], exports }) =>
      scopes.flatMap((scope) => exports.map((name) => `${scope}.${name}`)),
    );
    return (_, { specifier }) => types.get(specifier) ?? namespaces.get(specifier) ?? [];
  },
};
