/** Lists the imports and exports of a syntax tree in the form of oxc-parser. */

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  [field: string]: unknown;
}

interface Request {
  readonly value: string;
}

interface ExportEntry {
  readonly moduleRequest?: Request;
  readonly exportName: { readonly kind: 'Name' | 'Default' | 'None'; readonly name?: string };
  readonly localName: { readonly name?: string };
  readonly isType: boolean;
}

export interface ModuleSyntax {
  readonly hasModuleSyntax: boolean;
  readonly staticImports: readonly {
    readonly moduleRequest: Request;
    readonly entries: readonly { readonly isType: boolean }[];
  }[];
  readonly staticExports: readonly { readonly entries: readonly ExportEntry[] }[];
  readonly dynamicImports: readonly { readonly moduleRequest: { readonly start: number; readonly end: number } }[];
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** Without recursion: a tree may be deeper than the call stack. */
export function walkSyntax(root: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    visit(node);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? (value as readonly unknown[]) : [value])
        if (isNode(child)) waiting.push(child);
  }
}

const nodesIn = (value: unknown): readonly SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nodeIn = (value: unknown): SyntaxNode | undefined => (isNode(value) ? value : undefined);
const isModuleStatement = ({ type }: SyntaxNode) => /^(Import|Export(Named|Default|All))Declaration$/.test(type);

/** The whole tree is walked only if the text can have an import inside of a statement. */
export function listModuleFacts(program: SyntaxNode, text: string): ModuleSyntax {
  const body = nodesIn(program['body']);
  const dynamicImports: SyntaxNode[] = [];
  let hasMeta = false;
  const visit = (node: SyntaxNode) => {
    if (node.type === 'ImportExpression' && isNode(node['source'])) dynamicImports.push(node['source']);
    if (node.type === 'MetaProperty') hasMeta ||= nameOf(node['meta']) === 'import';
  };
  if (/\bimport\b\s*(?:[.(]|\/[*/])/.test(text)) walkSyntax(program, visit);
  const imports = body.filter(({ type }) => type === 'ImportDeclaration');
  const imported = new Map(imports.flatMap(readImportedNames));
  return {
    hasModuleSyntax: hasMeta || body.some(isModuleStatement),
    staticImports: imports.map(readImport),
    staticExports: body.map((node) => ({ entries: readExport(node, imported) })),
    dynamicImports: dynamicImports.map(({ start, end }) => ({ moduleRequest: { start, end } })),
  };
}

const isTypeOnly = (node: SyntaxNode): boolean => node['importKind'] === 'type' || node['exportKind'] === 'type';
const requestOf = (node: SyntaxNode): Request => ({ value: String(nodeIn(node['source'])?.['value']) });

const readImport = (node: SyntaxNode) => ({
  moduleRequest: requestOf(node),
  entries: nodesIn(node['specifiers']).map((one) => ({ isType: isTypeOnly(node) || isTypeOnly(one) })),
});

interface Imported {
  readonly moduleRequest: Request;
  readonly isType: boolean;
}

/** By its local name. A namespace is a value of this file, and exporting it is no export of another file. */
const readImportedNames = (node: SyntaxNode): readonly (readonly [string, Imported])[] =>
  nodesIn(node['specifiers'])
    .filter(({ type }) => type !== 'ImportNamespaceSpecifier')
    .map((one) => [
      nameOf(one['local']) ?? '',
      { moduleRequest: requestOf(node), isType: isTypeOnly(node) || isTypeOnly(one) },
    ]);

function readExport(node: SyntaxNode, imported: ReadonlyMap<string, Imported>): readonly ExportEntry[] {
  const isType = isTypeOnly(node);
  if (node.type === 'ExportAllDeclaration') {
    const name = nameOf(node['exported']);
    const exportName = name === undefined ? { kind: 'None' as const } : { kind: 'Name' as const, name };
    return [{ exportName, localName: {}, isType, moduleRequest: requestOf(node) }];
  }
  if (node.type === 'ExportDefaultDeclaration') {
    const name = nameOf(node['declaration']) ?? nameOf(nodeIn(node['declaration'])?.['id']);
    return [{ exportName: { kind: 'Default' }, localName: name === undefined ? {} : { name }, isType }];
  }
  if (node.type !== 'ExportNamedDeclaration') return [];
  const specifiers = nodesIn(node['specifiers']).map((one): ExportEntry => {
    const entry = named(nameOf(one['exported']) ?? '', isType || isTypeOnly(one));
    if (isNode(node['source'])) return { ...entry, moduleRequest: requestOf(node) };
    const from = imported.get(nameOf(one['local']) ?? '');
    return from ? { ...entry, moduleRequest: from.moduleRequest, isType: from.isType } : entry;
  });
  return [...specifiers, ...declaredNames(nodeIn(node['declaration'])).map((name) => named(name, isType))];
}

const named = (name: string, isType: boolean): ExportEntry => ({
  exportName: { kind: 'Name', name },
  localName: { name },
  isType,
});

/** The names that a declaration or a pattern declares. */
function declaredNames(node: SyntaxNode | undefined): readonly string[] {
  if (node === undefined) return [];
  if (node.type === 'VariableDeclaration')
    return nodesIn(node['declarations']).flatMap(({ id }) => declaredNames(nodeIn(id)));
  if (node.type === 'Identifier') return [nameOf(node) ?? ''];
  if (node.type === 'ObjectPattern') return nodesIn(node['properties']).flatMap(declaredNames);
  if (node.type === 'ArrayPattern') return nodesIn(node['elements']).flatMap(declaredNames);
  if (node.type === 'Property') return declaredNames(nodeIn(node['value']));
  if (node.type === 'AssignmentPattern') return declaredNames(nodeIn(node['left']));
  if (node.type === 'RestElement') return declaredNames(nodeIn(node['argument']));
  const name = nameOf(node['id']);
  return name === undefined ? [] : [name];
}

/** Of an identifier, or of a name that is a text. */
function nameOf(value: unknown): string | undefined {
  const node = nodeIn(value);
  if (node?.type === 'Identifier') return String(node['name']);
  return node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}
