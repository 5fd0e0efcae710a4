/**
 * Finds the tests of a Python file: functions of a module or class whose name starts with `test`.
 *
 * A test without assertion is found by the names that it uses; see `assertions`.
 */
import {
  type CodeBlock,
  findAssertingBlocks,
  importedPath,
  isAssertionLibrary,
  isTestSupport,
  saysAssertion,
} from '@harness/core/trust/assertions';
import type { WrittenTest } from '@harness/core/trust/source';
import { lineCounter } from '../line-counter.ts';
import type { PythonNode } from './parser.ts';
import {
  firstNode,
  isPythonFunction,
  lastName,
  nodeIn,
  nodesIn,
  type PythonVisit,
  type TextRange,
} from './syntax-walk.ts';

interface Block extends CodeBlock {
  readonly uses: Set<string>;
  asserts: boolean;
  /** The function; `null` for the module. */
  readonly node: PythonNode | null;
  readonly isTest: boolean;
  readonly parameters: ReadonlySet<string>;
}

export function findPythonTests(
  path: string,
  text: string,
  module: PythonNode,
  visits: readonly PythonVisit[],
  rangeOf: (node: PythonNode) => TextRange,
): readonly WrittenTest[] {
  const blocks = readBlocks(visits, findAssertingNames(path, module));
  const asserting = findAssertingBlocks(blocks);
  const lineOf = lineCounter(text);
  return blocks.flatMap((block) => {
    if (!block.isTest || block.node === null) return [];
    const line = lineOf(rangeOf(block.node).start);
    return [{ name: String(block.node['name']), line, hasAssertion: asserting.has(block) }];
  });
}

/** Every node belongs to the innermost function around it. */
function readBlocks(visits: readonly PythonVisit[], assertingNames: ReadonlySet<string>): readonly Block[] {
  const blocks: Block[] = [];
  const blockOf = new Map<PythonVisit | null, Block>();
  for (const visit of visits) {
    const around = blockOf.get(visit.above);
    const opened = openBlock(visit.node, around);
    if (opened) blocks.push(opened);
    const block = opened ?? (around as Block);
    blockOf.set(visit, block);
    const name = lastName(visit.node);
    if (name !== '') block.uses.add(name);
    if (asserts(visit.node, block, assertingNames)) block.asserts = true;
  }
  return blocks;
}

function openBlock(node: PythonNode, around: Block | undefined): Block | undefined {
  const empty = { uses: new Set<string>(), asserts: false };
  if (around === undefined) return { ...empty, names: [], node: null, isTest: false, parameters: new Set() };
  if (!isPythonFunction(node)) return undefined;
  const name = String(node['name']);
  const isTest = around.node === null && name.startsWith('test');
  return { ...empty, names: [name], node, isTest, parameters: new Set(isTest ? parametersOf(node) : []) };
}

function parametersOf(node: PythonNode): readonly string[] {
  const given = nodeIn(node, 'args');
  const parameters = given ? ['posonlyargs', 'args', 'kwonlyargs'].flatMap((key) => nodesIn(given, key)) : [];
  return parameters.map(({ arg }) => String(arg));
}

function asserts(node: PythonNode, { parameters }: Block, assertingNames: ReadonlySet<string>): boolean {
  if (node.node === 'Assert' || node.node === 'Raise') return true;
  if (node.node !== 'Call') return false;
  const called = nodeIn(node, 'func');
  const root = lastName(firstNode(node));
  if (called?.node === 'Name' && parameters.has(root)) return true; // a fixture comes from a support file
  return saysAssertion(lastName(called)) || saysAssertion(root) || assertingNames.has(root);
}

/** Names that come from an assertion library, a test or a support file. */
function findAssertingNames(path: string, module: PythonNode): ReadonlySet<string> {
  return new Set(nodesIn(module, 'body').flatMap((node) => importedNames(path, node)));
}

function importedNames(path: string, node: PythonNode): readonly string[] {
  if (node.node !== 'Import' && node.node !== 'ImportFrom') return [];
  const source = typeof node['module'] === 'string' ? node['module'] : '';
  const dots = Number(node['level'] ?? 0);
  return nodesIn(node, 'names').flatMap(({ name, asname }) => {
    const parts = [source, String(name)].filter((part) => part !== '').join('.');
    const places = node.node === 'Import' ? [String(name)] : [source, parts];
    const isKnown = places.some(
      (place) => isAssertionLibrary(place) || isTestSupport(placeOf(path, dots, place), 'py'),
    );
    return isKnown ? [String(asname ?? name).split('.')[0] ?? ''] : [];
  });
}

/** The path that a module names, from the root or relative to the file. */
function placeOf(path: string, dots: number, module: string): string {
  const place = module.replaceAll('.', '/');
  return dots === 0 ? place : (importedPath(path, `./${'../'.repeat(dots - 1)}${place}`) ?? place);
}
