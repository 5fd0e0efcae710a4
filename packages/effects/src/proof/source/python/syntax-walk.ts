/**
 * Lists the nodes of a Python syntax tree that belong to running code, parents first, with their places in the text.
 *
 * Annotations, imports and dunder values such as `__all__` are left out, and f-strings: older Pythons report wrong places
 * for their parts. The walk uses no recursion, because a tree may be deeper than the call stack.
 */
import type { PythonNode } from './parser.ts';

export interface PythonVisit {
  readonly node: PythonNode;
  /** The field of the parent that contains the node. */
  readonly key: string;
  readonly above: PythonVisit | null;
}

const skippedNodes: ReadonlySet<string> = new Set(['Import', 'ImportFrom', 'JoinedStr', 'TemplateStr', 'TypeAlias']);
const skippedFields: ReadonlySet<string> = new Set(['annotation', 'returns', 'type_params']);

export function listPythonVisits(module: PythonNode): readonly PythonVisit[] {
  const visits: PythonVisit[] = [];
  const waiting: PythonVisit[] = [{ node: module, key: '', above: null }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    visits.push(visit);
    for (const child of childrenOf(visit).toReversed()) waiting.push(child); // too many for the arguments of one call
  }
  return visits;
}

function childrenOf(above: PythonVisit): readonly PythonVisit[] {
  return Object.keys(above.node)
    .filter((key) => !skippedFields.has(key))
    .flatMap((key) => nodesIn(above.node, key).map((node) => ({ node, key, above })))
    .filter(({ node }) => !skippedNodes.has(node.node) && !targetNames(node).some(isDunder));
}

const isNode = (value: unknown): value is PythonNode => typeof value === 'object' && value !== null && 'node' in value;

/** The nodes of a field, which holds one or a list. */
export function nodesIn(node: PythonNode, key: string): readonly PythonNode[] {
  const value = node[key];
  return (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isNode);
}

export const nodeIn = (node: PythonNode, key: string): PythonNode | undefined => nodesIn(node, key)[0];

export const isPythonFunction = ({ node }: PythonNode): boolean =>
  node === 'FunctionDef' || node === 'AsyncFunctionDef';

const isDunder = (name: string) => /^__\w+__$/.test(name);

/** The names that an assignment gives a value; empty for other nodes. */
export function targetNames(node: PythonNode): readonly string[] {
  if (node.node !== 'Assign' && node.node !== 'AnnAssign') return [];
  return [...nodesIn(node, 'targets'), ...nodesIn(node, 'target')].flatMap(({ id }) =>
    typeof id === 'string' ? [id] : [],
  );
}

/** The name of a variable, or of the last attribute of a chain. */
export function lastName(node: PythonNode | undefined): string {
  const name = node?.node === 'Name' ? node['id'] : node?.node === 'Attribute' ? node['attr'] : undefined;
  return typeof name === 'string' ? name : '';
}

/** `a` of `a.b(c).d`. */
export function firstNode(node: PythonNode): PythonNode {
  for (let root = node; ; ) {
    const next = nodeIn(root, root.node === 'Call' ? 'func' : 'value');
    if (next === undefined || !['Call', 'Attribute', 'Subscript', 'Await'].includes(root.node)) return root;
    root = next;
  }
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Finds the places of nodes in a text. Python ends lines with `\n`, `\r\n` and `\r`. */
export function rangeFinder(text: string): (node: PythonNode) => TextRange {
  const starts = [text.startsWith('\uFEFF') ? 1 : 0];
  for (const end of text.matchAll(/\r\n|\r|\n/g)) starts.push(end.index + end[0].length);
  const columns = new Map<number, Uint32Array>();
  const offsetOf = (line: number, column: number) => {
    const start = starts[line - 1] ?? text.length;
    const known = columns.get(line) ?? columnsOf(text.slice(start, starts[line] ?? text.length));
    columns.set(line, known);
    return start + (known[column] ?? column);
  };
  return ({ at: [line, column, endLine, endColumn] = [1, 0, 1, 0] }) => ({
    start: offsetOf(line, column),
    end: offsetOf(endLine, endColumn),
  });
}

/** For each byte of a line the index of its character; empty if all characters are single bytes. */
function columnsOf(line: string): Uint32Array {
  const length = Buffer.byteLength(line);
  if (length === line.length) return new Uint32Array(0);
  const columns = new Uint32Array(length + 1);
  let [byte, index] = [0, 0];
  for (const character of line) {
    const end = byte + Buffer.byteLength(character);
    columns.fill(index, byte, end);
    [byte, index] = [end, index + character.length];
  }
  columns[length] = index;
  return columns;
}

/** A statement starts with its first decorator. */
export function statementStart(node: PythonNode, text: string, rangeOf: (node: PythonNode) => TextRange): number {
  const decorator = nodeIn(node, 'decorator_list');
  const { start } = rangeOf(decorator ?? node);
  return decorator === undefined ? start : text.lastIndexOf('@', start);
}
