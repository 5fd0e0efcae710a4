/** PHP: `use` names a class or function by its namespace, which its file declares; `require` names a file. */
import type { ImportFact } from '../graph.ts';
import { captureTexts, firstModule, groupBy, joinPaths, parentFolder, type SourceLanguage } from '../language.ts';

const kinds = ['class', 'interface', 'trait', 'enum'];
const query = `
(namespace_definition name: (_) @namespace)
(namespace_use_declaration) @use
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @require
${kinds.map((kind) => `(${kind}_declaration name: (name) @export)`).join('\n')}
(program (function_definition name: (name) @export))
(namespace_definition body: (_ (function_definition name: (name) @export)))
`;

export const php: SourceLanguage = {
  grammar: 'php',
  extensions: ['php'],
  query,
  readFacts: (matches) => ({
    imports: [
      ...captureTexts(matches, 'use')
        .flatMap(namesIn)
        .map((specifier): ImportFact => ({ specifier, kind: 'value' })),
      ...captureTexts(matches, 'require').flatMap(requiredIn),
    ],
    exports: [...new Set(captureTexts(matches, 'export'))],
    scopes: [...new Set(captureTexts(matches, 'namespace'))],
  }),
  createResolver({ facts, modules }) {
    const declared = groupBy(facts, (_, { scopes = [], exports }) =>
      (scopes.length > 0 ? scopes : ['']).flatMap((scope) => exports.map((name) => fullName(scope, name))),
    );
    return (from, { specifier }) =>
      specifier.endsWith('.php')
        ? firstModule(modules, [joinPaths(parentFolder(from), specifier), joinPaths(specifier)])
        : (declared.get(specifier.toLowerCase()) ?? []).slice(0, 1);
  },
};

/** Names of PHP are the same in any case. */
const fullName = (scope: string, name: string) => (scope === '' ? name : `${scope}\\${name}`).toLowerCase();

/** `use A\{B, function C as D};` names two. */
function namesIn(text: string): readonly string[] {
  const body = text.replace(/^use\s+|;$/g, '');
  const [, prefix = '', group] = /^([^{]*)\{([\s\S]*)\}$/.exec(body) ?? [];
  const names =
    group === undefined ? body.split(',') : group.split(',').map((name) => `${prefix.trim()}${name.trim()}`);
  return names
    .map((name) =>
      name
        .trim()
        .replace(/\s+as\s+\w+$/i, '')
        .replace(/^(function|const)\s+/i, '')
        .replace(/^\\/, ''),
    )
    .filter((name) => name !== '');
}

/** A path in one literal, alone or after `__DIR__`. Any other expression is not known. */
function requiredIn(text: string): readonly ImportFact[] {
  const form = /^(?:require|include)(?:_once)?\s*\(?\s*(?:__DIR__\s*\.\s*)?(['"])([^'"$]+\.php)\1\s*\)?$/i;
  const path = form.exec(text)?.[2];
  return path === undefined ? [] : [{ specifier: path.replace(/^\//, './'), kind: 'value' }];
}
