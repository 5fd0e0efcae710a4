/**
 * Checks that tests assert every requirement.
 *
 *   Q1. An id counts only where a test that asserts names it: in its title, in the name of one of its cases, or in the
 *       message of one of its assertions, such as `expect(value, 'W-61')`. A title of `describe` does not count.
 *   Q2. A title names at most three ids: one test cannot assert many requirements.
 *   Q3. The test uses the command or a machine.
 *   Q4. An id that does not exist is an error.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { machines as workflows } from '@harness/core/workflows/machines';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, 'docs', 'requirements');
const id = '[A-Z][A-Za-z]?-\\d+';
/** Ids have the form `**W-01**` or `**Dd-01**`, or `**W-181, W-182**` for two requirements in one sentence. */
const idsIn = (text: string) =>
  new Set(
    [...text.matchAll(new RegExp(`\\*\\*(${id}(?:, ${id})*)\\*\\*`, 'g'))].flatMap(([, ids = '']) => ids.split(', ')),
  );
const lists = new Map(
  readdirSync(folder).map((file) => [basename(file, '.md'), idsIn(readFileSync(join(folder, file), 'utf8'))]),
);
/** Facts and proposals about earlier systems, and settled conflicts (C), by their highest number. */
const facts: Readonly<Record<string, number>> = { AO: 44, C: 20, DO: 22, IO: 17, MO: 32, WO: 27 };
const isFact = (name: string) => {
  const [family = '', number = ''] = name.split('-');
  return Number(number) >= 1 && Number(number) <= (facts[family] ?? 0);
};
const knownIds = new Set([...lists.values()].flatMap((ids) => [...ids]));

interface NamedTest {
  readonly file: string;
  readonly kind: string;
  readonly title: string;
  /** The names of its cases, which are part of their titles. */
  readonly cases: readonly string[];
  /** From its title to the next one. */
  readonly body: string;
  readonly asserts: boolean;
}

/** `F-1` is a feature of a mission. */
const namedIn = (text: string) =>
  (text.match(new RegExp(`(?<![\\w-])${id}\\b`, 'g')) ?? []).filter((name) => !name.startsWith('F-'));
const head =
  /^ *(test|describe)(?:\.(?:skipIf|runIf)\([^)]*\))?(?:\.each(?:<[^(]*>)?\(([\s\S]*?)\))?\(\s*(['"`])([\s\S]*?)\3/gm;
/** Functions of a file that assert for its tests. */
const assertingIn = (text: string) =>
  [...text.matchAll(/^(?:async )?function (\w+)\([\s\S]*?\n\}/gm)].flatMap(([body, name = '']) =>
    /\bexpect\(/.test(body) ? [name] : [],
  );

function testsIn(file: string, text: string): readonly NamedTest[] {
  const found = [...text.matchAll(head)];
  const assertion = new RegExp(`\\b(?:expect\\w*|${['expect', ...assertingIn(text)].join('|')})\\(`);
  return found.map(({ 0: whole, 1: kind = '', 2: rows = '', 4: title = '', index }, at) => {
    const body = text.slice(index + whole.length, found[at + 1]?.index);
    const cases = title.includes('%s') ? [...rows.matchAll(/\[\s*'([^']*)'/g)].map(([, name = '']) => name) : [];
    return { file, kind, title, cases, body, asserts: kind === 'test' && assertion.test(body) };
  });
}

const files = readdirSync(join(import.meta.dirname, 'packages'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(test|slow|suite)\.ts$/.test(file) && !file.includes('node_modules'))
  .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, 'packages', file), 'utf8') }));
const tests = files.flatMap(({ file, text }) => testsIn(file, text));

const usesProduct = (text: string) =>
  /testing\/(?:command|product|night|hub|rehearsal|script)|\/machine\.ts|workflows\//.test(text);
/** The message of an assertion that names only ids. */
const message = new RegExp(`,\\s*'(${id}(?:, ${id})*)',?\\s*\\)\\s*\\.(?:not\\.)?to`, 'g');
const namedBy = ({ title, cases, body }: NamedTest) => [
  ...[title, ...cases].flatMap(namedIn),
  ...[...body.matchAll(message)].flatMap(([, words = '']) => namedIn(words)),
];
const product = new Set(files.filter(({ text }) => usesProduct(text)).map(({ file }) => file));
const assertedIds = new Set(tests.filter(({ file, asserts }) => asserts && product.has(file)).flatMap(namedBy));

describe('requirements', () => {
  test('exist for the five workflows', () => {
    expect([...lists.keys()].sort()).toEqual(['autopilot', 'issues', 'mission', 'plans', 'task']);
    expect(knownIds.size).toBeGreaterThan(400);
    expect([...knownIds].filter((one) => one.startsWith('Dd-') || one.startsWith('Md-')).length).toBeGreaterThan(8);
  });

  test('are recognised in every family, and only where a test asserts them', () => {
    const text = "test('M-99, Md-01 a', () => {\n  expect(1, 'Dd-02').toBe(1);\n});\ntest('W-01 b', () => {});\n";
    const [asserting, empty] = testsIn('a.test.ts', text);
    expect([asserting?.asserts, asserting && namedBy(asserting)]).toEqual([true, ['M-99', 'Md-01', 'Dd-02']]);
    expect([empty?.asserts, knownIds.has('M-99'), knownIds.has('Md-01'), isFact('MO-33')]).toEqual([
      ...[false, false, true, false],
    ]);
  });

  test('named by a test exist', () => {
    const unknown = tests.flatMap((one) =>
      namedBy(one)
        .filter((name) => !knownIds.has(name) && !isFact(name))
        .map((name) => `${one.file}: ${name}`),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });

  test('are at most three in a title', () => {
    expect(
      tests
        .flatMap(({ file, title, cases }) => [title, ...cases].map((name) => ({ file, name })))
        .filter(({ name }) => namedIn(name).length > 3)
        .map(({ file, name }) => `${file}: ${name}`),
    ).toEqual([]);
  });

  test.each([...lists])('%s: a test asserts every id if the workflow exists', (workflow, ids) => {
    const missing = [...ids].filter((one) => !assertedIds.has(one));
    console.log(`${workflow}: ${ids.size - missing.length} of ${ids.size} requirements are asserted by a test`);
    if (workflows.has(workflow)) expect(missing).toEqual([]);
  });
});
