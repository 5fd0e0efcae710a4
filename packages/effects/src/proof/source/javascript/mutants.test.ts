import { expect, test } from 'vitest';
import { readAll } from '../test-sources.ts';

/** The mutated texts of each source. */
async function mutateAll(
  sources: readonly string[],
  name = 'a.js',
): Promise<Readonly<Record<string, readonly string[]>>> {
  const files = sources.map((text, at) => ({ path: `${at}/${name}`, text }));
  const facts = await readAll(files);
  return Object.fromEntries(
    files.map(({ path, text }) => {
      const mutants = facts.get(path)?.mutants ?? [];
      return [text, mutants.map((one) => text.slice(0, one.start) + one.text + text.slice(one.end))];
    }),
  );
}

test('operators, conditions, literals, results and calls are changed', async () => {
  const expected = {
    'a < b;': ['a <= b;'],
    'a >= b;': ['a > b;'],
    '(a) === /* !== */ (b);': ['(a) !== /* !== */ (b);'],
    'a /* + */ + // -\n b;': ['a /* + */ - // -\n b;'],
    'a+-b;': ['a- -b;'],
    'a*/b/;': ['a/ /b/;'],
    'a += b;': ['a -= b;'],
    'a && b;': ['a || b;'],
    'if (a) { }': ['if (!(a)) { }'],
    'if (a != b) { }': ['if (a == b) { }'],
    'a ? b : c;': ['!(a) ? b : c;'],
    'while (a) { }': [],
    'a = true;': ['a = false;'],
    'a = 1_000;': ['a = 1001;'],
    'a = 1.5;': ['a = 2.5;'],
    'a = 10n;': ['a = 11n;'],
    'a = 1..toFixed();': ['a = (2).toFixed();'],
    'a = 1e300;': [],
    'a = void 0;': [],
    'a = "😀";': ['a = "";'],
    'a = `b`;': ['a = "";'],
    'a = "";': [],
    'function f() { return a; }': ['function f() { return undefined; }'],
    'function f() { return"a"; }': ['function f() { return undefined; }', 'function f() { return""; }'],
    'function f() { return null; }': [],
    'f(() => a);': [';', 'f(() => undefined);'],
    'if (!(a < b)) f();': ['if (!(!(a < b))) f();', 'if (!(a <= b)) f();', 'if (!(a < b)) ;'],
    'await a?.b();': [';'],
  };
  expect(await mutateAll(Object.keys(expected))).toEqual(expected);
});

test('a dropped result of TypeScript compiles everywhere', async () => {
  const text = 'const f = (): A[] => a;';
  expect(await mutateAll([text], 'a.ts')).toEqual({ [text]: [text.replace('a;', `undefined as ${'any'};`)] });
});

test('types, imports, directives, keys, modules and log lines stay', async () => {
  const sources = [
    "'use strict';",
    "import a from 'a';\nexport * from 'b';\nexport { c } from 'c';",
    "import('a');\nrequire('b');\nconst c = require('c');",
    "type A = 'a' | 1 | true;\nlet a: 1 = b as 2;\nenum E { A = 1, B = 'b' }",
    'interface A { a: 1 }\ndeclare const a: 1;\nf<1>;',
    "const a = { 'b': c, 1: d };\na['b'];\nclass A { 'm'() {} }",
    'console.log(a);\nlogger.info(b);\nawait log(c);',
    'class A extends B { constructor() { super(); } }',
    'a`b`;',
  ];
  expect(await mutateAll(sources, 'a.ts')).toEqual(Object.fromEntries(sources.map((text) => [text, []])));
  const jsx = 'const a = <b c="d">e</b>;';
  expect(await mutateAll([jsx], 'a.jsx')).toEqual({ [jsx]: [] });
});

test('a mutant has its line and the replaced text, also after other characters and line ends', async () => {
  const text = '// 😀\r\nconst a = "😀" + 1;\r\n';
  const facts = (await readAll([{ path: 'a.js', text }])).get('a.js');
  expect(facts?.mutants.map(({ kind, line, was }) => [kind, line, was])).toEqual([
    ['arithmetic', 2, '+'],
    ['string', 2, '"😀"'],
    ['number', 2, '1'],
  ]);
});
