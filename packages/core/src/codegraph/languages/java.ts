/** Java: an import names a class by its package, which the file of the class declares itself. */
import { captureTexts, groupBy, type SourceLanguage, stemOf } from '../language.ts';

const kinds = ['class', 'interface', 'enum', 'record', 'annotation_type'];
const query = `
(package_declaration (_) @package)
(import_declaration) @import
${kinds.map((kind) => `(program (${kind}_declaration (modifiers) @modifiers name: (identifier) @export))`).join('\n')}
`;

export const java: SourceLanguage = {
  grammar: 'java',
  extensions: ['java'],
  query,
  readFacts: (matches) => ({
    imports: captureTexts(matches, 'import').map((text) => ({
      specifier: text.replace(/^import\s+(static\s+)?|[\s;]/g, ''),
      kind: 'value',
    })),
    exports: matches.flatMap((match) =>
      /\bpublic\b/.test(match['modifiers']?.text ?? '') ? (match['export']?.text ?? []) : [],
    ),
    scopes: captureTexts(matches, 'package').slice(0, 1),
  }),
  createResolver({ facts }) {
    const classes = groupBy(facts, (path, { scopes = [] }) => [[...scopes, stemOf(path)].join('.')]);
    const packages = groupBy(facts, (_, { scopes = [] }) => scopes);
    return (_, { specifier }) => {
      const isWildcard = specifier.endsWith('.*');
      const name = isWildcard ? specifier.slice(0, -2) : specifier;
      return longestPrefix(name, classes) ?? (isWildcard ? (packages.get(name) ?? []) : []);
    };
  },
};

/** `a.b.C.D` is a class inside of `a.b.C`, or one of its static members. */
function longestPrefix(name: string, known: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  for (let prefix = name; prefix !== ''; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))) {
    const found = known.get(prefix);
    if (found) return found;
  }
  return undefined;
}
