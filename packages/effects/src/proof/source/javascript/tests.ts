/**
 * Finds the tests of a JavaScript or TypeScript file: `test`, `it` and `specify` with their modifiers, and `t.test`.
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
import type { CallExpression, Node, Program } from 'oxc-parser';
import { lineCounter } from '../line-counter.ts';
import { chainRoot, isFunction, nameOf, type Visit, withoutTypes } from './syntax-walk.ts';

interface Block extends CodeBlock {
  readonly names: readonly string[];
  readonly uses: Set<string>;
  asserts: boolean;
  /** The call of a test, and the parameters of its function. */
  readonly test?: CallExpression;
  readonly parameters?: ReadonlySet<string>;
}

export function findTests(
  path: string,
  text: string,
  program: Program,
  visits: readonly Visit[],
): readonly WrittenTest[] {
  const assertingNames = findAssertingNames(path, program, visits);
  const blocks = readBlocks(visits, assertingNames);
  const asserting = findAssertingBlocks(blocks);
  const known = new Set(blocks.flatMap(({ names }) => names));
  const lineOf = lineCounter(text);
  return blocks.flatMap((block) => {
    const { test } = block;
    if (test === undefined) return [];
    const hasAssertion = asserting.has(block) || hasUnknownBody(test, known);
    return [{ name: testName(test), line: lineOf(test.start), hasAssertion }];
  });
}

/** Every node belongs to the innermost test or named function around it. */
function readBlocks(visits: readonly Visit[], assertingNames: ReadonlySet<string>): readonly Block[] {
  const blocks: Block[] = [];
  const blockOf = new Map<Visit | null, Block>();
  for (const visit of visits) {
    const around = blockOf.get(visit.above);
    const opened = openBlock(visit);
    if (opened) blocks.push(opened);
    if (opened?.test && around) around.asserts = true; // a test with tests of its own is judged by those
    const block = opened ?? (around as Block);
    blockOf.set(visit, block);
    const name = usedName(visit.node);
    if (name !== undefined) block.uses.add(name);
    if (asserts(visit.node, block, assertingNames)) block.asserts = true;
  }
  return blocks;
}

function openBlock(visit: Visit): Block | undefined {
  const { node, above } = visit;
  const uses = new Set<string>();
  if (above === null) return { names: [], uses, asserts: false };
  if (node.type === 'CallExpression' && isTestCall(node))
    return { names: [], uses, asserts: false, test: node, parameters: parametersOf(node) };
  const name = isFunction(node) ? functionName(visit) : undefined;
  return name === undefined ? undefined : { names: [name], uses, asserts: false };
}

const parametersOf = (test: CallExpression): ReadonlySet<string> =>
  new Set(test.arguments.flatMap((one) => ('params' in one ? one.params.flatMap(boundNames) : [])));

function functionName({ node, above }: Visit): string | undefined {
  if ('id' in node && node.id?.type === 'Identifier') return node.id.name;
  const owner = above?.node;
  if (owner?.type === 'VariableDeclarator') return nameOf(owner.id);
  if (owner?.type === 'AssignmentExpression') return nameOf(owner.left);
  const isMember =
    owner?.type === 'Property' || owner?.type === 'MethodDefinition' || owner?.type === 'PropertyDefinition';
  return isMember ? nameOf(owner.key) : undefined;
}

/** A function may be called, or given to another one. */
const usedName = (node: Node): string | undefined =>
  node.type === 'Identifier' || node.type === 'MemberExpression' ? nameOf(node) : undefined;

function asserts(node: Node, { test, parameters }: Block, assertingNames: ReadonlySet<string>): boolean {
  if (node.type === 'ThrowStatement') return true;
  if (node.type === 'MemberExpression') return nameOf(node) === 'should';
  if (node.type !== 'CallExpression' || node === test) return false;
  const callee = withoutTypes(node.callee);
  const [name = '', root = ''] = [nameOf(callee), nameOf(chainRoot(callee))];
  if (root === 'console') return false;
  // A parameter is the context of the test, its `done`, or a fixture.
  return (
    [name, root].some(saysAssertion) || root === 'cy' || assertingNames.has(root) || parameters?.has(root) === true
  );
}

/** A body that is made elsewhere may assert. */
function hasUnknownBody(test: CallExpression, known: ReadonlySet<string>): boolean {
  const [first, ...others] = test.arguments;
  if (test.arguments.some(isFunction)) return false;
  const candidates = first && testName(test) === null ? test.arguments : others;
  return candidates.some((one) => {
    const root = chainRoot(one);
    return root.type === 'Identifier' && !known.has(root.name);
  });
}

const testFunctions: ReadonlySet<string> = new Set('test it specify xtest xit xspecify fit fspecify'.split(' '));
const modifiers: ReadonlySet<string> = new Set(
  'skip only todo each for concurrent sequential serial parallel fails failing fixme skipIf runIf prop cb ifError'.split(
    ' ',
  ),
);
/** They return the function that takes the name and the body. */
const curried: ReadonlySet<string> = new Set(['each', 'for', 'skipIf', 'runIf', 'prop']);

function isTestCall({ callee, arguments: given }: CallExpression): boolean {
  const { chain, isCurried } = readCallee(callee);
  if (isCurried !== curried.has(chain.at(-1) ?? '')) return false;
  const at = chain.findIndex((name) => testFunctions.has(name));
  if (at < 0 || at > 1 || !chain.slice(at + 1).every((name) => modifiers.has(name))) return false;
  const [first, second] = given;
  const hasBody = given.some(isFunction);
  if (at === 1) return hasBody; // `t.test`; `pattern.test(text)` is no test
  return hasBody || (first !== undefined && (isText(first) || (second !== undefined && second.type !== 'Literal')));
}

/** `test.each` of `test.each(rows)(name, body)`; empty if the callee is no chain of names. */
function readCallee(callee: Node): { readonly chain: readonly string[]; readonly isCurried: boolean } {
  const outer = withoutTypes(callee);
  const inner =
    outer.type === 'CallExpression' ? outer.callee : outer.type === 'TaggedTemplateExpression' ? outer.tag : outer;
  const chain: string[] = [];
  let node = withoutTypes(inner);
  for (; node.type === 'MemberExpression'; node = withoutTypes(node.object)) chain.unshift(nameOf(node) ?? '');
  return { chain: node.type === 'Identifier' ? [node.name, ...chain] : [], isCurried: inner !== outer };
}

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || literalText(node) !== null || node.type === 'BinaryExpression';

/** A name with placeholders is known only when the test runs. */
function testName({ callee, arguments: [first] }: CallExpression): string | null {
  const name = first === undefined ? null : literalText(first);
  return name !== null && readCallee(callee).isCurried && /[%$]/.test(name) ? null : name;
}

function literalText(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral')
    return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? null) : null;
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [literalText(node.left), literalText(node.right)];
  return left === null || right === null ? null : left + right;
}

/** Names that come from an assertion library, a test or a support file. */
function findAssertingNames(path: string, program: Program, visits: readonly Visit[]): ReadonlySet<string> {
  const mayAssert = (module: string) => {
    const inside = importedPath(path, module);
    return isAssertionLibrary(module) || (inside !== undefined && isTestSupport(inside, 'js'));
  };
  const imported = program.body.flatMap((node) =>
    node.type === 'ImportDeclaration' && mayAssert(node.source.value)
      ? node.specifiers.map(({ local }) => local.name)
      : [],
  );
  const required = visits.flatMap(({ node }) =>
    node.type === 'VariableDeclarator' && node.init && mayAssert(loadedModule(node.init)) ? boundNames(node.id) : [],
  );
  return new Set([...imported, ...required]);
}

/** `a` of `require('a').b` and of a dynamic import; empty if the value loads no module. */
function loadedModule(value: Node): string {
  for (let node = withoutTypes(value); ; ) {
    if (node.type === 'AwaitExpression') node = withoutTypes(node.argument);
    else if (node.type === 'MemberExpression') node = withoutTypes(node.object);
    else if (node.type === 'ImportExpression') return literalText(node.source) ?? '';
    else if (node.type !== 'CallExpression') return '';
    else if (nameOf(node.callee) === 'require') return node.arguments[0] ? (literalText(node.arguments[0]) ?? '') : '';
    else node = withoutTypes(node.callee);
  }
}

/** The names that a parameter or variable declares, without those in nested patterns. */
function boundNames(pattern: Node): readonly string[] {
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.flatMap((one) => ('value' in one && one.value ? boundNames(one.value) : []));
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left);
  return pattern.type === 'Identifier' ? [pattern.name] : [];
}
