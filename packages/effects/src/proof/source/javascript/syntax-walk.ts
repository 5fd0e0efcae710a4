/**
 * Lists the nodes of a syntax tree that belong to running code, parents first.
 *
 * Types, declarations without code and imports are left out: an edit there changes no behaviour. The walk uses no
 * recursion, because a tree may be deeper than the call stack.
 */
import type { Node, Program } from 'oxc-parser';

export interface Visit {
  readonly node: Node;
  /** The field of the parent that contains the node. */
  readonly key: string;
  readonly above: Visit | null;
}

/** Other nodes of TypeScript with running code inside. */
const carriers: ReadonlySet<string> = new Set([
  'TSExportAssignment',
  'TSModuleDeclaration',
  'TSModuleBlock',
  'TSParameterProperty',
]);
const imports: ReadonlySet<string> = new Set(['ImportDeclaration', 'ExportAllDeclaration']);

export function listVisits(program: Program): readonly Visit[] {
  const visits: Visit[] = [];
  const waiting: Visit[] = [{ node: program, key: '', above: null }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    visits.push(visit);
    for (const child of childrenOf(visit).toReversed()) waiting.push(child); // too many for the arguments of one call
  }
  return visits;
}

function childrenOf(above: Visit): readonly Visit[] {
  return Object.entries(above.node).flatMap(([key, value]: [string, unknown]) => {
    const nodes = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    return nodes.filter(isRunningCode).map((node) => ({ node, key, above }));
  });
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function isRunningCode(value: unknown): value is Node {
  if (!isNode(value) || imports.has(value.type)) return false;
  if (value.type.startsWith('TS') && !carriers.has(value.type) && !isTypeAnnotation(value)) return false;
  if ('declare' in value && value.declare) return false;
  return !(value.type === 'ExportNamedDeclaration' && value.source !== null);
}

const typeAnnotations: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
]);

/** Whether a node adds only a type to an expression. */
export const isTypeAnnotation = ({ type }: Node): boolean => typeAnnotations.has(type);

/** The expression without type annotations around it. */
export function withoutTypes(node: Node): Node {
  let inner = node;
  while (isTypeAnnotation(inner) && 'expression' in inner) inner = inner.expression as Node;
  return inner;
}

export const isFunction = (node: Node): boolean =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';

/** `a` of `a.b(c).d`. */
export function chainRoot(node: Node): Node {
  let root = withoutTypes(node);
  for (;;) {
    if (root.type === 'MemberExpression') root = withoutTypes(root.object);
    else if (root.type === 'CallExpression') root = withoutTypes(root.callee);
    else if (root.type === 'TaggedTemplateExpression') root = withoutTypes(root.tag);
    else if (root.type === 'ChainExpression') root = withoutTypes(root.expression);
    else if (root.type === 'AwaitExpression') root = withoutTypes(root.argument);
    else return root;
  }
}

/** The name of an identifier, or of the last property of a chain; `undefined` if it is computed. */
export function nameOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'PrivateIdentifier') return `#${node.name}`;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'MemberExpression' && (!node.computed || node.property.type === 'Literal'))
    return nameOf(node.property);
  return undefined;
}

/** Whether an expression loads a module, such as `require('a').b`, a dynamic import, or `createRequire(…)`. */
export function isImport(node: Node): boolean {
  const root = chainRoot(node);
  if (root.type === 'ImportExpression') return true;
  if (root.type !== 'Identifier' || withoutTypes(node) === root) return false;
  return ['require', 'createRequire'].includes(root.name) || /^require(?:Actual|Mock)$/.test(requiredBy(node));
}

/** `requireActual` of `jest.requireActual('a')`. */
function requiredBy(node: Node): string {
  const call = withoutTypes(node);
  return call.type === 'CallExpression' ? (nameOf(withoutTypes(call.callee)) ?? '') : '';
}
