/**
 * Finds the code of a Python file that can be emptied.
 *
 *   U1. Every function with statements is a unit, also a nested one, and the value of a lambda. A generator stays a
 *       generator: a test that only iterates over it notices no difference.
 *   U2. So is the value of a variable of a module or class, unless it is a lambda, an imported module or a type variable.
 *   U3. Members of enums, unpacked values and code inside other statements of a module stay.
 */
import type { CodeUnit } from '@harness/core/trust/source';
import { lineCounter } from '../line-counter.ts';
import type { PythonNode } from './parser.ts';
import {
  isPythonFunction,
  lastName,
  nodeIn,
  nodesIn,
  type PythonVisit,
  statementStart,
  type TextRange,
  targetNames,
} from './syntax-walk.ts';

interface Replacement extends TextRange {
  readonly empty: string;
  readonly blank: string;
}

export function findPythonUnits(
  text: string,
  visits: readonly PythonVisit[],
  blank: string,
  rangeOf: (node: PythonNode) => TextRange,
): readonly CodeUnit[] {
  const lineOf = lineCounter(text);
  const generators = findGenerators(visits);
  return visits.flatMap((visit) => {
    const { node } = visit;
    const replacement = isPythonFunction(node)
      ? emptyFunction(node, text, rangeOf, bodiesOf(node, generators.has(node), blank))
      : emptyValue(node.node === 'Lambda' ? nodeIn(node, 'body') : assignedValue(visit), rangeOf, blank);
    if (replacement === undefined) return [];
    const whole = wholeUnit(visit);
    const firstLine = lineOf(statementStart(whole, text, rangeOf));
    return [{ ...replacement, firstLine, lastLine: lineOf(rangeOf(whole).end - 1) }];
  });
}

type Bodies = Pick<Replacement, 'empty' | 'blank'>;

/** Results of special methods that must have a certain class. */
const requiredResults: Readonly<Record<string, string>> = {
  __init__: 'pass',
  __str__: 'return ""',
  __repr__: 'return ""',
  __format__: 'return ""',
  __bool__: 'return False',
  __hash__: 'return 0',
};

function bodiesOf({ name }: PythonNode, isGenerator: boolean, blank: string): Bodies {
  if (isGenerator) return { empty: 'return; yield', blank: `yield ${blank}` };
  const required = Object.hasOwn(requiredResults, String(name)) ? requiredResults[String(name)] : undefined;
  return { empty: 'pass', blank: required ?? `return ${blank}` };
}

/** Functions with a `yield` of their own. */
function findGenerators(visits: readonly PythonVisit[]): ReadonlySet<PythonNode> {
  const around = new Map<PythonVisit | null, PythonNode>();
  const generators = new Set<PythonNode>();
  for (const visit of visits) {
    const opens = isPythonFunction(visit.node) || visit.node.node === 'Lambda';
    const inner = opens ? visit.node : around.get(visit.above);
    if (inner === undefined) continue;
    around.set(visit, inner);
    if (visit.node.node === 'Yield' || visit.node.node === 'YieldFrom') generators.add(inner);
  }
  return generators;
}

function emptyFunction(
  node: PythonNode,
  text: string,
  rangeOf: (node: PythonNode) => TextRange,
  bodies: Bodies,
): Replacement | undefined {
  const body = nodesIn(node, 'body');
  const [first, last] = [body[0], body.at(-1)];
  if (first === undefined || last === undefined || body.every(isIdle)) return undefined;
  return { start: statementStart(first, text, rangeOf), end: rangeOf(last).end, ...bodies };
}

/** `pass`, `...` and a docstring. */
const isIdle = (statement: PythonNode) =>
  statement.node === 'Pass' || (statement.node === 'Expr' && nodeIn(statement, 'value')?.node === 'Constant');

const typeVariables = /^(?:TypeVar|TypeVarTuple|ParamSpec|NewType|TypeAliasType)$/;
const importFunctions = /^(?:__import__|import_module|importorskip)$/;

function emptyValue(
  value: PythonNode | undefined,
  rangeOf: (node: PythonNode) => TextRange,
  blank: string,
): Replacement | undefined {
  if (value === undefined || value.node === 'Lambda' || isNone(value)) return undefined;
  const called = value.node === 'Call' ? lastName(nodeIn(value, 'func')) : '';
  if (typeVariables.test(called) || importFunctions.test(called)) return undefined;
  const { start, end } = rangeOf(value);
  return { start, end, empty: 'None', blank };
}

export const isNone = (node: PythonNode): boolean => node.node === 'Constant' && node['is'] === 'NoneType';

/** The value of a variable of a module or class. */
function assignedValue({ node, above }: PythonVisit): PythonNode | undefined {
  const names = targetNames(node);
  const targets = [...nodesIn(node, 'targets'), ...nodesIn(node, 'target')];
  const isPlain = names.length > 0 && names.length === targets.length;
  const place = above?.node;
  const isPlace = place?.node === 'Module' || (place?.node === 'ClassDef' && !isEnum(place));
  const isAlias = /TypeAlias$/.test(lastName(nodeIn(node, 'annotation')));
  return isPlain && isPlace && !isAlias ? nodeIn(node, 'value') : undefined;
}

const isEnum = (node: PythonNode) => nodesIn(node, 'bases').some((base) => /(?:Enum|Flag)$/.test(lastName(base)));

/** A lambda belongs to its variable. */
function wholeUnit({ node, above }: PythonVisit): PythonNode {
  return node.node === 'Lambda' && above !== null && targetNames(above.node).length > 0 ? above.node : node;
}
