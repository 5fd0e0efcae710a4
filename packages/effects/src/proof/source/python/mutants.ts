/**
 * Finds small edits of a Python file that change its behaviour.
 *
 * Left out are annotations, imports, docstrings, keys and log messages. The conditions of loops are not negated, because
 * such a loop may run forever.
 */
import type { Mutant, MutantKind } from '@harness/core/trust/source';
import { createMutants, type Edit } from '../create-mutants.ts';
import type { PythonNode } from './parser.ts';
import { firstNode, lastName, nodeIn, nodesIn, type PythonVisit, type TextRange } from './syntax-walk.ts';
import { isNone } from './units.ts';

interface Source {
  readonly text: string;
  rangeOf(node: PythonNode): TextRange;
}

export const findPythonMutants = (
  text: string,
  visits: readonly PythonVisit[],
  rangeOf: (node: PythonNode) => TextRange,
): readonly Mutant[] =>
  createMutants(
    text,
    visits.flatMap((visit) => editsOf(visit, { text, rangeOf })),
  );

function editsOf(visit: PythonVisit, source: Source): readonly Edit[] {
  const { node } = visit;
  const [left, right, operator] = [nodeIn(node, 'left'), nodeIn(node, 'right'), nodeIn(node, 'op')];
  switch (node.node) {
    case 'Compare':
      return compareEdits(node, source);
    case 'BinOp':
      return left && right && operator ? swapOperator(operator.node, left, right, source) : [];
    case 'AugAssign':
      return augmentedEdits(node, source);
    case 'BoolOp':
      return nodesIn(node, 'values').flatMap((value, at, values) =>
        at > 0 && operator ? swapOperator(operator.node, values[at - 1] ?? value, value, source) : [],
      );
    case 'If':
    case 'IfExp':
      return negate(nodeIn(node, 'test'), source);
    case 'Constant':
      return isValue(visit) ? constantEdits(node, source) : [];
    case 'Return':
      return dropResult(nodeIn(node, 'value'), source);
    case 'Lambda':
      return dropResult(nodeIn(node, 'body'), source);
    case 'Expr':
      return isRemovable(node) ? [{ kind: 'call', ...source.rangeOf(node), text: 'pass' }] : [];
    default:
      return [];
  }
}

interface Swap {
  readonly kind: MutantKind;
  readonly token: RegExp;
  readonly to: string;
}

const swap = (kind: MutantKind, token: string, to: string): Swap => ({ kind, token: new RegExp(token, 'y'), to });
/** The operators of `ast`. */
const swaps: ReadonlyMap<string, Swap> = new Map([
  ['Lt', swap('comparison', '<', '<=')],
  ['LtE', swap('comparison', '<=', '<')],
  ['Gt', swap('comparison', '>', '>=')],
  ['GtE', swap('comparison', '>=', '>')],
  ['Eq', swap('comparison', '==', '!=')],
  ['NotEq', swap('comparison', '!=', '==')],
  ['Is', swap('comparison', 'is', 'is not')],
  ['IsNot', swap('comparison', 'is\\s+not', 'is')],
  ['In', swap('comparison', 'in', 'not in')],
  ['NotIn', swap('comparison', 'not\\s+in', 'in')],
  ['Add', swap('arithmetic', '\\+', '-')],
  ['Sub', swap('arithmetic', '-', '+')],
  ['Mult', swap('arithmetic', '\\*', '/')],
  ['Div', swap('arithmetic', '/', '*')],
  ['And', swap('logical', 'and', 'or')],
  ['Or', swap('logical', 'or', 'and')],
]);

function compareEdits(node: PythonNode, source: Source): readonly Edit[] {
  const operands = [...nodesIn(node, 'left'), ...nodesIn(node, 'comparators')];
  return nodesIn(node, 'ops').flatMap((operator, at) => {
    const [left, right] = [operands[at], operands[at + 1]];
    return left && right ? swapOperator(operator.node, left, right, source) : [];
  });
}

/** `a += b`. */
function augmentedEdits(node: PythonNode, source: Source): readonly Edit[] {
  const [target, value, operator] = [nodeIn(node, 'target'), nodeIn(node, 'value'), nodeIn(node, 'op')];
  const isSum = operator?.node === 'Add' || operator?.node === 'Sub';
  return target && value && isSum ? swapOperator(operator.node, target, value, source) : [];
}

/** Between two operands there are only spaces, comments, parentheses, line joins and the operator. */
function swapOperator(name: string, left: PythonNode, right: PythonNode, source: Source): readonly Edit[] {
  const found = swaps.get(name);
  if (found === undefined) return [];
  const before = /(?:[\s)\\]+|#[^\n\r]*)*/y;
  before.lastIndex = source.rangeOf(left).end;
  before.test(source.text);
  const start = Math.max(before.lastIndex, source.rangeOf(left).end);
  found.token.lastIndex = start;
  const [token] = found.token.exec(source.text) ?? [];
  if (token === undefined || start >= source.rangeOf(right).start) return [];
  return [{ kind: found.kind, start, end: start + token.length, text: found.to }];
}

/** An equality has its own mutant with the same meaning. */
function negate(test: PythonNode | undefined, { text, rangeOf }: Source): readonly Edit[] {
  if (test === undefined) return [];
  const operators = nodesIn(test, 'ops');
  const isEquality = operators.length === 1 && /^(?:Not)?(?:Eq|In)$|^Is/.test(operators[0]?.node ?? '');
  const { start, end } = rangeOf(test);
  return isEquality ? [] : [{ kind: 'condition', start, end, text: `not (${text.slice(start, end)})` }];
}

function constantEdits(node: PythonNode, { rangeOf }: Source): readonly Edit[] {
  const text = String(node['text']);
  const { start, end } = rangeOf(node);
  switch (node['is']) {
    case 'bool':
      return [{ kind: 'boolean', start, end, text: text === 'True' ? 'False' : 'True' }];
    case 'int':
      return [{ kind: 'number', start, end, text: String(BigInt(text) + 1n) }];
    case 'float':
      return nextFloat(Number(text)).map((next) => ({ kind: 'number', start, end, text: next }));
    case 'str':
      return text === '' ? [] : [{ kind: 'string', start, end, text: '""' }];
    case 'bytes':
      return text === '' ? [] : [{ kind: 'string', start, end, text: 'b""' }];
    default:
      return [];
  }
}

/** Empty for infinity, and for a number so large that the next one is the same. */
function nextFloat(value: number): readonly string[] {
  if (!Number.isFinite(value) || value + 1 === value) return [];
  return [Number.isInteger(value + 1) ? `${value + 1}.0` : String(value + 1)];
}

const namesOfTypes =
  /^(?:TypeVar|TypeVarTuple|ParamSpec|NewType|TypeAliasType|cast|import_module|__import__|importorskip)$/;

/** Whether a constant is a value that matters: no docstring, key, or name of a module or type. */
function isValue({ node, key, above }: PythonVisit): boolean {
  const parent = above?.node;
  switch (parent?.node ?? '') {
    case 'Expr':
      return false;
    case 'Dict':
    case 'MatchMapping':
      return key !== 'keys';
    case 'Subscript':
      return key !== 'slice' || (node['is'] !== 'str' && node['is'] !== 'bytes');
    case 'Call':
      return parent === undefined || !namesOfTypes.test(lastName(nodeIn(parent, 'func')));
    default:
      return true;
  }
}

function dropResult(value: PythonNode | undefined, { rangeOf }: Source): readonly Edit[] {
  if (value === undefined || isNone(value) || value.node === 'Lambda') return [];
  return [{ kind: 'return', ...rangeOf(value), text: 'None' }];
}

const loggers = /^(?:print|log|logger|logging|warnings|_logger|_log|LOG|LOGGER)$/;

/** A missing log line is not noticed. */
function isRemovable(statement: PythonNode): boolean {
  const value = nodeIn(statement, 'value');
  const call = value?.node === 'Await' ? nodeIn(value, 'value') : value;
  return call?.node === 'Call' && !loggers.test(lastName(firstNode(call)));
}
