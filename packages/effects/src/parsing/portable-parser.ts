/**
 * Parses JavaScript and TypeScript without a native package, for an installation that has none.
 *
 * It has the function of oxc-parser that the harness calls, and returns the same tree and the same list of imports and
 * exports: the tests of both run the same cases. It is slower, and one file of the bundle.
 */
import { type ParserPlugin, parse } from '@babel/parser';
import { listModuleFacts, type ModuleSyntax, type SyntaxNode, walkSyntax } from './module-syntax.ts';

interface PortableOptions {
  readonly lang: 'ts' | 'tsx' | 'jsx';
  readonly sourceType: 'unambiguous' | 'commonjs';
}

interface PortableTree {
  /** Made when it is read: a list of imports does not need it, and it takes as long as parsing. */
  readonly program: SyntaxNode | null;
  readonly errors: readonly { readonly severity: 'Error' }[];
  readonly module: ModuleSyntax;
}

const unread: PortableTree = {
  program: null,
  errors: [{ severity: 'Error' }],
  module: { hasModuleSyntax: false, staticImports: [], staticExports: [], dynamicImports: [] },
};

const common: readonly ParserPlugin[] = [
  ['estree', { classFeatures: true }],
  'decoratorAutoAccessors',
  'explicitResourceManagement',
];

/** Parameters may have decorators only in the older form, and only the newer one allows them behind `export`. */
const decorators: readonly ParserPlugin[] = ['decorators-legacy', 'decorators'];

function languagePlugins(lang: PortableOptions['lang']): readonly (readonly ParserPlugin[])[] {
  if (lang === 'jsx') return [['jsx']];
  const typescript: ParserPlugin[] = lang === 'tsx' ? ['typescript', 'jsx'] : ['typescript'];
  // Only a declaration file may leave out values and bodies, and the ending of its name is not known here.
  return [typescript, ...(lang === 'ts' ? [[['typescript', { dts: true }] as ParserPlugin]] : [])];
}

/** @public A process of its own imports it, by the address of the bundled file. */
export function parseSync(_name: string, text: string, { lang, sourceType }: PortableOptions): PortableTree {
  for (const language of languagePlugins(lang))
    for (const decorator of decorators) {
      const program = tryParse(text, sourceType, [...common, ...language, decorator]);
      if (program) return readTree(program, text);
    }
  return unread;
}

const readTree = (parsed: SyntaxNode, text: string): PortableTree => ({
  errors: [],
  module: listModuleFacts(parsed, text),
  get program() {
    walkSyntax(parsed, adapt);
    return parsed;
  },
});

/** `undefined` for a text that does not parse or is nested too deeply. */
function tryParse(text: string, sourceType: PortableOptions['sourceType'], plugins: ParserPlugin[]) {
  try {
    return parse(text, {
      sourceType: sourceType === 'commonjs' ? 'script' : sourceType,
      allowReturnOutsideFunction: sourceType === 'commonjs',
      allowNewTargetOutsideFunction: true,
      allowSuperOutsideMethod: true,
      allowUndeclaredExports: true,
      createImportExpressions: true,
      attachComment: false,
      plugins,
    }).program as unknown as SyntaxNode;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Gives a node the fields that it has in oxc-parser, in their order: the walk of the harness follows it. */
function adapt(node: SyntaxNode): void {
  for (const name of ['loc', 'extra', 'interpreter', 'directives', 'range']) delete node[name];
  if (node.type === 'SwitchCase') {
    const { consequent } = node;
    delete node['consequent'];
    node['consequent'] = consequent;
  }
  if (node.type === 'FunctionExpression' && !node['body'])
    Object.assign(node, { type: 'TSEmptyBodyFunctionExpression', body: null });
}
