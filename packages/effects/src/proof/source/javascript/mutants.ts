/**
 * Finds small edits of a JavaScript or TypeScript file that change its behaviour.
 *
 * Left out are types, imports, directives, keys and log messages. The conditions of loops are not negated, because such
 * a loop may run forever.
 */
import type { Mutant, MutantKind } from '@harness/core/trust/source';
import type { BinaryExpression, LogicalExpression, Node } from 'oxc-parser';
import { createMutants, type Edit } from '../create-mutants.ts';
import { chainRoot, isFunction, isImport, nameOf, type Visit, withoutTypes } from './syntax-walk.ts';
import { isUndefined } from './units.ts';

/** `nothing` replaces a result; in TypeScript it has a type that compiles everywhere. */
export const findMutants = (text: string, visits: readonly Visit[], nothing: string): readonly Mutant[] =>
  createMutants(
    text,
    visits.flatMap((visit) => editsOf(visit, text, nothing)),
  );

function editsOf(visit: Visit, text: string, nothing: string): readonly Edit[] {
  const { node } = visit;
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression' || node.type === 'AssignmentExpression')
    return swapOperator(node.left, node.right, node.operator, text);
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return negate(node.test, text);
  if (node.type === 'Literal' || node.type === 'TemplateLiteral') return isValue(visit) ? literalEdits(visit) : [];
  if (node.type === 'ReturnStatement') return node.argument === null ? [] : dropResult(node.argument, nothing);
  if (node.type === 'ArrowFunctionExpression')
    return node.body.type === 'BlockStatement' ? [] : dropResult(node.body, nothing);
  return node.type === 'ExpressionStatement' && isRemovable(node.expression) ? [edit('call', node, ';')] : [];
}

const edit = (kind: MutantKind, { start, end }: Node, text: string): Edit => ({ kind, start, end, text });

type Operator = BinaryExpression['operator'] | LogicalExpression['operator'] | '+=' | '-=';
const swaps: Readonly<Partial<Record<Operator, readonly [MutantKind, Operator]>>> = {
  '<': ['comparison', '<='],
  '<=': ['comparison', '<'],
  '>': ['comparison', '>='],
  '>=': ['comparison', '>'],
  '===': ['comparison', '!=='],
  '!==': ['comparison', '==='],
  '==': ['comparison', '!='],
  '!=': ['comparison', '=='],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '+=': ['arithmetic', '-='],
  '-=': ['arithmetic', '+='],
  '&&': ['logical', '||'],
  '||': ['logical', '&&'],
};

function swapOperator(left: Node, right: Node, operator: string, text: string): readonly Edit[] {
  const swap = swaps[operator as Operator];
  if (swap === undefined) return [];
  const start = findOperator(text, left.end, operator);
  if (start === undefined || start >= right.start) return [];
  const end = start + operator.length;
  const isJoined = /[-+/]/.test(text.charAt(end)); // `a+-b` must not become `a--b`
  return [{ kind: swap[0], start, end, text: isJoined ? `${swap[1]} ` : swap[1] }];
}

/** Between two operands there are only spaces, comments, parentheses and the operator. */
function findOperator(text: string, from: number, operator: string): number | undefined {
  const before = /(?:[\s)]+|\/\*[\s\S]*?\*\/|\/\/[^\n\r\u2028\u2029]*)*/y;
  before.lastIndex = from;
  const at = from + (before.exec(text)?.[0].length ?? 0);
  return text.startsWith(operator, at) ? at : undefined;
}

/** An equality has its own mutant with the same meaning. */
function negate(test: Node, text: string): readonly Edit[] {
  const isEquality = test.type === 'BinaryExpression' && /^[!=]==?$/.test(test.operator);
  return isEquality ? [] : [edit('condition', test, `!(${text.slice(test.start, test.end)})`)];
}

function literalEdits({ node, above }: Visit): readonly Edit[] {
  if (node.type === 'TemplateLiteral') {
    const isText = node.expressions.length === 0 && node.end - node.start > 2;
    return isText ? [edit('string', node, '""')] : [];
  }
  if (node.type !== 'Literal') return [];
  if (typeof node.value === 'boolean') return [edit('boolean', node, String(!node.value))];
  if (typeof node.value === 'string') return node.value === '' ? [] : [edit('string', node, '""')];
  const next = nextNumber(node);
  if (next === undefined) return [];
  const isObject = above?.node.type === 'MemberExpression'; // `2.toFixed()` would be a syntax error
  return [edit('number', node, isObject ? `(${next})` : next)];
}

function nextNumber(node: Node): string | undefined {
  if ('bigint' in node && typeof node.bigint === 'string') return `${BigInt(node.bigint) + 1n}n`;
  if (!('value' in node) || typeof node.value !== 'number') return undefined;
  return node.value + 1 === node.value ? undefined : String(node.value + 1);
}

/** Whether a literal is a value that matters: no directive, key, name of a module, or attribute of JSX. */
function isValue({ node, key, above }: Visit): boolean {
  const parent = above?.node;
  if (parent === undefined || placesWithoutValue.has(parent.type)) return false;
  if (key === 'key') return false;
  if (parent.type === 'MemberExpression' && key === 'property')
    return node.type === 'Literal' && typeof node.value === 'number';
  if (parent.type === 'UnaryExpression') return parent.operator !== 'void';
  return parent.type !== 'CallExpression' || key === 'callee' || !isImport(parent);
}

const placesWithoutValue: ReadonlySet<string> = new Set([
  'ExpressionStatement',
  'JSXAttribute',
  'ImportExpression',
  'TaggedTemplateExpression',
]);

/** `null` is hardly ever told from `undefined`. A function is emptied instead. */
function dropResult(value: Node, nothing: string): readonly Edit[] {
  const core = withoutTypes(value);
  const isNull = core.type === 'Literal' && core.value === null && core.raw === 'null';
  return isNull || isUndefined(core) || isFunction(core) ? [] : [edit('return', value, nothing)];
}

const loggers = /^(?:console|log|logger|debug)$/i;

/** A call of `super` is required, and a missing log line is not noticed. */
function isRemovable(expression: Node): boolean {
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
  const core = call.type === 'ChainExpression' ? call.expression : call;
  if (core.type !== 'CallExpression' || core.callee.type === 'Super' || isImport(core)) return false;
  const root = chainRoot(core);
  return root.type !== 'ImportExpression' && !loggers.test(nameOf(root) ?? '');
}
