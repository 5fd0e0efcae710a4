/**
 * Finds the code of a JavaScript or TypeScript file that can be emptied.
 *
 *   U1. Every function with statements is a unit, also a nested one. Its signature stays, so that parameter properties of
 *       TypeScript are still assigned.
 *   U2. So is the value of a top-level variable, a class field, a default export and a property of `module.exports`, unless
 *       it is a function or class, whose parts are units, or a module that is loaded.
 *   U3. So is an export of names of another module: each name gets no value.
 *   U4. Enums, destructured values and code inside other top-level statements stay: too little is emptied rather than too
 *       much, because a program that no longer starts proves less.
 */

import type { CodeUnit } from '@harness/core/trust/source';
import type { Class, Function as FunctionNode, Node } from 'oxc-parser';
import { lineCounter } from '../line-counter.ts';
import { chainRoot, isFunction, isImport, isTypeAnnotation, nameOf, type Visit, withoutTypes } from './syntax-walk.ts';

/** Expressions without value, and with a blank one. */
export interface Fillings {
  readonly empty: string;
  readonly blank: string;
}

interface Replacement extends Fillings {
  readonly start: number;
  readonly end: number;
}

export function findUnits(
  text: string,
  visits: readonly Visit[],
  fillings: Fillings,
  isTypeScript: boolean,
): readonly CodeUnit[] {
  const lineOf = lineCounter(text);
  const declared = new Set(visits.flatMap(declaredName));
  const units = visits.flatMap((visit) => {
    const { node } = visit;
    const replacement = isFunction(node)
      ? emptyFunction(visit, node as FunctionNode, fillings, isTypeScript)
      : node.type === 'StaticBlock'
        ? node.body.length > 0 && replace(node, { empty: 'static {}', blank: 'static {}' })
        : emptyValue(givenValue(visit, declared), fillings);
    if (!replacement) return [];
    return [createUnit(replacement, wholeUnit(visit))];
  });
  return [...units, ...emptyExports(visits, fillings).map((one) => createUnit(one, one))];
  function createUnit(replacement: Replacement, { start, end }: Pick<Node, 'start' | 'end'>): CodeUnit {
    return { ...replacement, firstLine: lineOf(start), lastLine: lineOf(end - 1) };
  }
}

/** U3. A file that has a variable of the new name does not load, so it proves nothing. */
function emptyExports(visits: readonly Visit[], { empty, blank }: Fillings): readonly Replacement[] {
  const program = visits[0]?.node;
  const statements = program?.type === 'Program' ? program.body : [];
  return statements.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.source === null || node.exportKind === 'type') return [];
    const names = node.specifiers.filter(({ exportKind }) => exportKind !== 'type').map(({ exported }) => exported);
    const own = `harnessExport${node.start}`;
    const list = names
      .map((name) => `${own} as ${'value' in name ? JSON.stringify(name.value) : name.name}`)
      .join(', ');
    const withValue = (value: string) => `const ${own} = ${value}; export { ${list} };`;
    return names.length === 0 ? [] : [replace(node, { empty: withValue(empty), blank: withValue(blank) })];
  });
}

const replace = ({ start, end }: Node, { empty, blank }: Fillings): Replacement => ({ start, end, empty, blank });

function emptyFunction(visit: Visit, { body }: FunctionNode, fillings: Fillings, isTypeScript: boolean) {
  if (body === null) return undefined;
  if ((body.type as string) !== 'BlockStatement') return emptyValue(body, fillings);
  if (body.body.length === 0) return undefined;
  const returned = { empty: `{ return ${fillings.empty}; }`, blank: `{ return ${fillings.blank}; }` };
  return replace(body, bodyWithoutResult(visit) ?? { ...returned, empty: isTypeScript ? returned.empty : '{}' });
}

/** A constructor must call that of its base class, and returns its object. A setter returns no value. */
function bodyWithoutResult({ above }: Visit): Fillings | undefined {
  const owner = above?.node;
  if (owner?.type !== 'MethodDefinition' && owner?.type !== 'Property') return undefined;
  if (owner.kind === 'set') return { empty: '{}', blank: '{}' };
  if (owner.kind !== 'constructor') return undefined;
  const owningClass = above?.above?.above?.node as Class | undefined;
  const body = owningClass?.superClass ? '{ super(...arguments); }' : '{}';
  return { empty: body, blank: body };
}

function emptyValue(value: Node | null | undefined, fillings: Fillings): Replacement | undefined {
  if (!value) return undefined;
  const core = withoutTypes(value);
  const isKept = isFunction(core) || core.type === 'ClassExpression' || isUndefined(core) || isImport(core);
  return isKept ? undefined : replace(value, fillings);
}

export const isUndefined = (node: Node): boolean =>
  (node.type === 'Identifier' && node.name === 'undefined') ||
  (node.type === 'UnaryExpression' && node.operator === 'void');

/** The value of a top-level name, a class field, or an export. */
function givenValue(visit: Visit, declared: ReadonlySet<string>): Node | null | undefined {
  const { node } = visit;
  if (node.type === 'VariableDeclarator')
    return isTopLevel(visit.above) && node.id.type === 'Identifier' ? node.init : undefined;
  if (node.type === 'PropertyDefinition' || node.type === 'AccessorProperty') return node.value;
  if (node.type === 'ExportDefaultDeclaration') return unlessReference(node.declaration);
  if (node.type === 'TSExportAssignment') return unlessReference(node.expression);
  if (node.type === 'Property') return isExportedProperty(visit) ? unlessReference(node.value) : undefined;
  const isAssignment = node.type === 'AssignmentExpression' && node.operator === '=' && isTopLevel(visit.above);
  return isAssignment ? assignedValue(node.left, node.right, declared) : undefined;
}

/** A name, or a declaration, which is emptied by itself, stays. */
const unlessReference = (node: Node): Node | undefined => (isReferenceOrDeclaration(node) ? undefined : node);

const isReferenceOrDeclaration = ({ type }: Node) => type === 'Identifier' || /Declaration$|^TSDeclare/.test(type);

/** `exports.limit = 5`, or an assignment to a name of this file. */
function assignedValue(left: Node, right: Node, declared: ReadonlySet<string>): Node | undefined {
  const root = chainRoot(left);
  if (root.type !== 'Identifier' || isReferenceOrDeclaration(right) || isModuleExports(left, right)) return undefined;
  return ['module', 'exports'].includes(root.name) || declared.has(root.name) ? right : undefined;
}

/**
 * `module.exports = { … }`: its values are emptied one by one. Without the object, a test that only imports a name would
 * fail.
 */
const isModuleExports = (left: Node, right: Node) =>
  left.type === 'MemberExpression' &&
  nameOf(left.object) === 'module' &&
  nameOf(left) === 'exports' &&
  withoutTypes(right).type === 'ObjectExpression';

function isExportedProperty({ above }: Visit): boolean {
  const assignment = above?.above;
  return (
    assignment?.node.type === 'AssignmentExpression' &&
    isTopLevel(assignment.above) &&
    isModuleExports(assignment.node.left, assignment.node.right)
  );
}

/** Whether a statement is at the top level of a file or namespace. */
function isTopLevel(statement: Visit | null): boolean {
  const place = statement?.above?.node.type;
  if (place === 'ExportNamedDeclaration') return isTopLevel(statement?.above ?? null);
  return place === 'Program' || place === 'TSModuleBlock';
}

function declaredName(visit: Visit): readonly string[] {
  const { node } = visit;
  if (node.type === 'VariableDeclarator') return isTopLevel(visit.above) ? [nameOf(node.id) ?? ''] : [];
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    return isTopLevel(visit) && node.id ? [node.id.name] : [];
  return [];
}

/** Nodes that belong to the function or value inside them. */
const signatures: ReadonlySet<string> = new Set([
  'MethodDefinition',
  'Property',
  'PropertyDefinition',
  'AccessorProperty',
  'VariableDeclarator',
  'AssignmentExpression',
  'ExportNamedDeclaration',
  'ExportDefaultDeclaration',
]);

/** The unit with its signature, decorators and `export`. */
function wholeUnit(visit: Visit): { readonly start: number; readonly end: number } {
  let whole = visit;
  while (whole.above !== null && isSignature(whole.above.node)) whole = whole.above;
  const { start, end } = whole.node;
  const decorators = 'decorators' in whole.node ? (whole.node.decorators ?? []) : [];
  return { start: Math.min(start, ...decorators.map((decorator) => decorator.start)), end };
}

const isSignature = (node: Node): boolean =>
  signatures.has(node.type) ||
  isTypeAnnotation(node) ||
  (node.type === 'VariableDeclaration' && node.declarations.length === 1) ||
  (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression');
