import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptySource } from '@harness/core/trust/source';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../../test-folder.ts';
import { readAll, readFacts } from '../test-sources.ts';

/** Emptied code stays as a comment, which the cases leave out. */
const withoutComments = (text: string) => text.replace(/\/\*.*?\*\//gs, '');

/** The text with all units emptied, without the support text. */
async function emptied(text: string, path = 'a.js', lines: ReadonlySet<number> | 'all' = 'all'): Promise<string> {
  const facts = await readFacts(path, text);
  return withoutComments(emptySource(text, { ...facts, support: { empty: [], blank: [] } }, lines, 'empty'));
}

/** The text of each case with its emptied text. */
async function emptyAll(cases: readonly (readonly [string, string])[], name: string) {
  const files = cases.map(([text], at) => ({ path: `${at}/${name}`, text }));
  const facts = await readAll(files);
  return files.map(({ path, text }) => {
    const found = facts.get(path);
    const support = { empty: [], blank: [] };
    return [text, found && withoutComments(emptySource(text, { ...found, support }, 'all', 'empty'))];
  });
}

describe('U1 functions', () => {
  const cases = [
    ['function f(a) { return a; }', 'function f(a) {}'],
    ['async function* f() { yield 1; }', 'async function* f() {}'],
    ['export default function () { return 1; }', 'export default function () {}'],
    ['const f = (a) => { return a; };', 'const f = (a) => {};'],
    ['const f = (a) => a + 1;', 'const f = (a) => undefined;'],
    ['const f = () => ({ a: 1 });', 'const f = () => (undefined);'],
    ['const f = async () => await g();', 'const f = async () => undefined;'],
    ['const f = function () { return 1; };', 'const f = function () {};'],
    [
      'class A { m() { return 1; } get x() { return 1; } set x(v) { this.v = v; } }',
      'class A { m() {} get x() {} set x(v) {} }',
    ],
    ['class A { constructor(a) { this.a = a; } }', 'class A { constructor(a) {} }'],
    [
      'class A extends B { constructor(a) { super(a); } }',
      'class A extends B { constructor(a) { super(...arguments); } }',
    ],
    ['class A { static { start(); } #p() { return 1; } }', 'class A { static {} #p() {} }'],
    ['f(() => { g(); });', 'f(() => {});'],
    ['function f() { return () => { g(); }; }', 'function f() {}'],
    ['function f() {}\nconst g = () => undefined;', 'function f() {}\nconst g = () => undefined;'],
    ['const C = () => <div>{a}</div>;', 'const C = () => undefined;'],
  ] as const;

  test('become empty', async () => {
    expect(await emptyAll(cases, 'a.js')).toEqual(cases);
  });
});

describe('U1 functions of TypeScript', () => {
  const value = `undefined as ${'any'}`;
  const body = `{ return ${value}; }`;

  const cases = [
    [
      'function f(a: string): void;\nfunction f(a: unknown): void { g(a); }',
      `function f(a: string): void;\nfunction f(a: unknown): void ${body}`,
    ],
    [
      'abstract class A { abstract m(): void; declare x: 1; n() { return 1; } }',
      `abstract class A { abstract m(): void; declare x: 1; n() ${body} }`,
    ],
    [
      'class A { constructor(private readonly a: string) { g(); } set x(v: 1) { g(); } }',
      'class A { constructor(private readonly a: string) {} set x(v: 1) {} }',
    ],
    ['class A { @log() m(@inject() a: B) { return 1; } }', `class A { @log() m(@inject() a: B) ${body} }`],
    [
      'declare function f(): void;\ndeclare const x: 1;\ndeclare namespace N { const y = 1 }',
      'declare function f(): void;\ndeclare const x: 1;\ndeclare namespace N { const y = 1 }',
    ],
    ['namespace N { export const y = 1; }', `namespace N { export const y = ${value}; }`],
    ['export const a = { b: 1 } as const satisfies C;', `export const a = ${value};`],
    ['export const f = ((a) => a) as F;', `export const f = ((a) => ${value}) as F;`],
    ['enum E { A = 1 }', 'enum E { A = 1 }'],
    ['export = { a: 1 };', `export = ${value};`],
  ] as const;

  test('become empty', async () => {
    expect(await emptyAll(cases, 'a.ts')).toEqual(cases);
  });

  test('silence the compiler, after a byte order mark or the name of an interpreter', async () => {
    for (const start of ['', '\uFEFF', '#!/usr/bin/env node\r\n']) {
      const text = `${start}'use strict';\nexport const a = () => 1;\n`;
      const facts = await readFacts('a.ts', text);
      const silence = `// @ts-${'nocheck'}\n`;
      expect(withoutComments(emptySource(text, facts, 'all', 'empty'))).toBe(
        `${start}${silence}${text.slice(start.length).replace('1', value)}`,
      );
    }
  });
});

describe('U2 values', () => {
  const cases = [
    ['const a = 1, b = [2];', 'const a = undefined, b = undefined;'],
    ['export const a = { m() { return 1; } };', 'export const a = undefined;'],
    ['export default { a: 1 };', 'export default undefined;'],
    ['export default memo(() => 1);', 'export default undefined;'],
    [
      'class A { x = 1; static y = [2]; f = () => 3; #z = 4; }',
      'class A { x = undefined; static y = undefined; f = () => undefined; #z = undefined; }',
    ],
    ['const A = class { x = 1; };', 'const A = class { x = undefined; };'],
    ["exports.limit = 5;\nmodule.exports.name = 'a';", 'exports.limit = undefined;\nmodule.exports.name = undefined;'],
    ['let a;\na = f();', 'let a;\na = undefined;'],
    ['module.exports = { f, limit: 5, g() { return 1; } };', 'module.exports = { f, limit: undefined, g() {} };'],
    ['module.exports = f;', 'module.exports = f;'],
    [
      "const a = require('a').b;\nconst c = require('c')('d');",
      "const a = require('a').b;\nconst c = require('c')('d');",
    ],
    ["const a = await import('a');", "const a = await import('a');"],
    ['const { a, b } = c();\nconst [d] = e;', 'const { a, b } = c();\nconst [d] = e;'],
    ['for (const a of [1]) { let b = 2; }', 'for (const a of [1]) { let b = 2; }'],
    ['process.title = 1;', 'process.title = 1;'],
    ['export default a;', 'export default a;'],
  ] as const;

  test('become empty', async () => {
    expect(await emptyAll(cases, 'a.js')).toEqual(cases);
  });
});

describe('U3 exports of names of another module', () => {
  const cases = [
    ["export { a } from './a';", 'const harnessExport0 = undefined; export { harnessExport0 as a };'],
    [
      "export { default, b as c, d as 'e-f' } from './a';",
      'const harnessExport0 = undefined; export { harnessExport0 as default, harnessExport0 as c, harnessExport0 as "e-f" };',
    ],
    ["export {} from './a';\nexport * from './b';", "export {} from './a';\nexport * from './b';"],
  ] as const;

  test('become empty', async () => {
    expect(await emptyAll(cases, 'a.js')).toEqual(cases);
  });

  test('but not exports of types', async () => {
    const types = "export type { A } from './a';\nexport { type B } from './b';";
    expect(await emptied(types, 'a.ts')).toBe(types);
  });
});

test('a unit has the lines of its signature and is chosen by one of them', async () => {
  const text = 'export const f = (\r\n  a = "😀",\r\n) => {\r\n  return a;\r\n};\r\nconst g = () => 1;\r\n';
  expect((await readFacts('a.js', text)).units.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([
    [1, 5],
    [6, 6],
  ]);
  expect(await emptied(text, 'a.js', new Set([2]))).toBe(text.replace('{\r\n  return a;\r\n}', '{}'));
  expect(await emptied(text, 'a.js', new Set([6]))).toBe(text.replace('() => 1', '() => undefined'));
});

test('a decorator belongs to its method', async () => {
  const text = 'class A {\n  @log\n  m() {\n    return 1;\n  }\n}\n';
  expect((await readFacts('a.ts', text)).units).toMatchObject([{ firstLine: 2, lastLine: 5 }]);
});

const modules = {
  'a.mjs': `'use strict';
import { strict } from 'node:assert';
export const settings = { limit: 5, names: ['a'] };
export const limit = settings.limit + settings.names.length;
export const [first, second] = pair();
export function pair() { return [1, { deep: true }]; }
export const deep = second.deep;
export async function load() { return { name: 'a' }; }
export const loaded = (await load()).name;
class Base { constructor(a) { this.a = a; } greet() { return 'hi'; } }
export class Child extends Base { constructor(a) { super(a); this.b = 1; } own() { return strict.equal(1, 1); } }
const Mixed = ((base) => class extends base { extra() { return 1; } })(Base);
export class Other extends Mixed { mine() { return this.extra(); } }
export const made = new Child(1).greet().toUpperCase();
export function* count() { yield 1; }
for (const one of count()) one.toFixed();
for (const one of settings.names) one.trim();
export const text = \`\${settings.names[0]}\` + Number(settings.limit);
console.log(JSON.stringify({ made: String(made), isChild: new Child(1) instanceof Base, other: typeof new Other().mine }));
`,
  'b.cjs': `const path = require('node:path');
const settings = { limit: 5 };
function read(name) { return { name, folder: path.dirname(name) }; }
const here = read('/a/b').folder.split('/');
exports.total = settings.limit + here.length;
module.exports.first = here[0];
for (const part of here) part.trim();
module.exports.read = read;
console.log(JSON.stringify({ read: typeof read, total: String(exports.total) }));
`,
} as const;

async function run(name: string, text: string): Promise<{ readonly ended: boolean; readonly output: string }> {
  const folder = await testFolder();
  writeFileSync(join(folder, name), text);
  try {
    return {
      ended: true,
      output: execFileSync(process.execPath, [join(folder, name)], { encoding: 'utf8', stdio: 'pipe' }),
    };
  } catch (error) {
    return { ended: false, output: (error as { readonly stderr: string }).stderr };
  }
}

describe('a blanked module runs to its end, an emptied one may not', () => {
  test.each([
    ['a.mjs', '{"made":"","isChild":true,"other":"function"}\n'],
    ['b.cjs', '{"read":"function","total":""}\n'],
  ] as const)('%s', async (name, output) => {
    const facts = await readFacts(name, modules[name]);
    expect((await run(name, modules[name])).ended).toBe(true);
    expect((await run(name, emptySource(modules[name], facts, 'all', 'empty'))).output).toMatch(/TypeError/);
    expect(await run(name, emptySource(modules[name], facts, 'all', 'blank'))).toEqual({ ended: true, output });
  });

  test('the name of the blank function is not one of the file', async () => {
    const text =
      'const harnessBlank = () => { throw new Error("taken"); };\nexport const a = 1;\nconsole.log(typeof a.b);\n';
    const facts = await readFacts('a.mjs', text);
    expect(await run('a.mjs', emptySource(text, facts, 'all', 'blank'))).toEqual({ ended: true, output: 'function\n' });
  });

  test('the blank value equals nothing that a test expects', async () => {
    const text = `const a = 1;
import assert from 'node:assert';
import { isDeepStrictEqual as same } from 'node:util';
console.log([0, '', [], {}, undefined, null, true].filter((one) => one === a || same(one, a)).length);
Object.freeze(a);
console.log(await a.b === a, a + '', Math.max(a), [...a].length, a instanceof Map, 'b' in a, JSON.stringify({ a }));
assert.throws(() => assert.equal(a, 1), assert.AssertionError);
`;
    const facts = await readFacts('a.mjs', text);
    const blanked = emptySource(text, facts, new Set([1]), 'blank');
    expect(await run('a.mjs', blanked)).toEqual({ ended: true, output: '0\nfalse  0 4 false false {}\n' });
  });
});
