import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyMutant, commentSource, emptySource } from '@harness/core/trust/source';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { readSources } from './read-sources.ts';
import { readAll } from './test-sources.ts';

test('a file without support, or one that does not parse, has no facts; the others have', async () => {
  const files = [
    { path: 'a.go', text: 'package a' },
    { path: 'b.ts', text: 'const = ;' },
    { path: 'c.js', text: `a(${'1,'.repeat(500_001)});` },
    { path: 'd.mjs', text: 'export const a = 1;' },
    { path: 'e.js', text: 'if (a) return 5; with (b) { c = 010; }' },
    { path: 'f.cts', text: 'export = <T>a;' },
    { path: 'g.jsx', text: 'const a = <b />;' },
    { path: 'h.tsx', text: 'const a = <b />;' },
    { path: 'i.d.ts', text: 'export declare const a: number;' },
    { path: 'empty.ts', text: '' },
    { path: 'j.py', text: 'a = 1' },
    { path: 'k.py', text: 'def f(:' },
    { path: 'l.py', text: 'a = "\0"' },
    { path: 'm.py', text: `a = [${'1,'.repeat(500_001)}]` },
    { path: 'empty.py', text: '' },
  ];
  const facts = await readAll(files);
  const unread = files.map(({ path }) => path).filter((path) => facts.get(path) === null);
  expect(unread).toEqual(['a.go', 'b.ts', 'c.js', 'k.py', 'l.py', 'm.py']);
  expect([...facts.keys()]).toEqual(files.map(({ path }) => path));
});

test('no files need no parser', async () => {
  expect(await readSources([], { repo: '/', environment: {} })).toEqual(new Map());
});

test('without python3, and with one in the repository only, Python has no support', async () => {
  const files = [{ path: 'a.py', text: 'a = 1' }];
  expect(await readSources(files, { repo: '/', environment: { PATH: '/nowhere' } })).toEqual(new Map([['a.py', null]]));
  const repo = await testFolder();
  await mkdir(join(repo, '.git'));
  await writeFile(join(repo, 'python3'), `#!/bin/sh\ntouch '${repo}/started'\n`, { mode: 0o755 });
  expect(await readSources(files, { repo, environment: { PATH: repo } })).toEqual(new Map([['a.py', null]]));
  expect(await readdir(repo)).toEqual(['.git', 'python3']);
});

test('no module of a folder, and no variable, has an effect on Python', async () => {
  const folder = await testFolder();
  await writeFile(join(folder, 'json.py'), 'raise SystemExit(1)');
  const environment = { ...process.env, PYTHONPATH: folder, PYTHONSTARTUP: join(folder, 'json.py') };
  const facts = await readSources([{ path: 'a.py', text: 'a = 1' }], { repo: folder, environment });
  expect(facts.get('a.py')?.units).toHaveLength(1);
});

describe('a hostile file does not stop the others', () => {
  const good = (name: string) => ({ path: name, text: 'export const a = () => 1;' });

  test('deep nesting, which crashes the parser', async () => {
    const deep = ['(', '[', '!', '{', 'a=>', 'if(1)'].map((part, at) => ({
      path: `${at}.js`,
      text: part.repeat(150_000),
    }));
    const facts = await readAll([good('first.js'), ...deep, good('last.js')]);
    expect([...facts].map(([path, one]) => [path, one?.units.length ?? null])).toEqual([
      ['first.js', 1],
      ...deep.map(({ path }) => [path, null]),
      ['last.js', 1],
    ]);
  });

  test('a long chain, a wide list and a lone surrogate', async () => {
    const files = [
      { path: 'chain.js', text: `${'1+'.repeat(100_000)}1` },
      { path: 'wide.js', text: `f(${'1,'.repeat(50_000)})` },
      { path: 'surrogate.js', text: '"\uD800"; const a = 1;' },
      { path: 'null.js', text: '"\0"; const a = 1;' },
      good('last.js'),
    ];
    const facts = await readAll(files);
    expect(facts.get('wide.js')?.mutants).toHaveLength(50_001);
    expect(facts.get('last.js')?.units).toHaveLength(1);
  });

  test('deep nesting and long chains of Python', async () => {
    const deep = ['(', '[', '-', 'lambda:', 'not '].map((part, at) => ({
      path: `${at}.py`,
      text: `${part.repeat(90_000)}1`,
    }));
    const chain = { path: 'chain.py', text: `a = ${'1+'.repeat(100_000)}1` };
    const facts = await readAll([...deep, chain, { path: 'last.py', text: 'a = 1' }]);
    expect([...facts].filter(([, one]) => one !== null).map(([path]) => path)).toEqual(['last.py']);
  });

  test('an aborted reading fails', async () => {
    const options = { repo: '/', environment: process.env, signal: AbortSignal.abort(new Error('stopped')) };
    await expect(readSources([good('a.js')], options)).rejects.toThrow('stopped');
  });

  test('files that are not read in time have no facts', async () => {
    const facts = await readSources([good('a.js')], { repo: '/', environment: process.env, timeoutMs: 0 });
    expect(facts).toEqual(new Map([['a.js', null]]));
  });
});

const snippets = {
  ts: [
    'export const NAME = (a: string, b = "😀") => ({ a, [b]: 1 });',
    'export async function* NAME(this: void, a: number): AsyncGenerator<1> { if (a > 1 && a !== 5) yield a - -1; return; }',
    'abstract class NAME<T extends "x"> extends Base<T> { @dec("😀") private x = 1 as const; constructor(readonly a: T) { super(a); go(); } abstract y(): void; get z() { return !this.x; } static { go(); } }',
    'export const NAME = { a: [1, 2.5, 0x10], "b": `c`, m() { return this.a; } } as const;',
    'enum NAME { A = 1, B = "b" }\ntype T_NAME = { a: 1 } | "x";',
    'namespace NAME { export let x = a ? b : c; }',
    'for (let i = 0; i < 10; i++) { await go(i)?.then((x) => x! * 2); }',
    'export function NAME(a: 1): void;\nexport function NAME(a: unknown) { return a as string; }',
    'let NAME: number | undefined = 1; NAME = NAME / 2;',
    'const NAME = <T,>(x: T): x is T & 1 => x === null || (x as unknown) == 5;',
    '// 😀 comment\r\n/* < */',
    'export { NAME, type T_NAME as U_NAME } from "./other";',
  ],
  js: [
    'exports.NAME = async (a, { b = 1 } = {}, ...c) => a < b ? c : void 0;',
    'var NAME = function () { "use strict"; return/a/.test(b)?1:2 };',
    'class NAME { #a = 1; static b = [() => 1]; set c(v) { this.#a=v } *[Symbol.iterator]() { yield*[1] } }',
    "const NAME = require('a')\n;[1].forEach((a) => a+-1)",
    'function NAME() { return{a:1} }\nlabel: for (;;) { break label }',
    'if (a) b(); else c`😀`; switch (d) { case"x": e(); default: return }',
    'const NAME = <><B c="d" {...e}>{f && "g"}</B></>;',
    'module.exports = { NAME: 1, f() { throw 1 }, get g() { return 2n } };',
  ],
} as const;

const pythonSnippets = [
  'def NAME(a, b="😀", *c: int, d=1.5) -> "x":\n    """Doc."""\n    if a < 1 and b is not None: return a - -1\n    return {"a": [b, 2]}',
  '@dec("é")\nclass NAME(Base, metaclass=M):\n\tx: int = 1\n\ty = "😀", 2\n\t@property\n\tasync def z(self):\n\t\tasync for i in self: yield i',
  'NAME = (1 +\n  2)  # 😀\nother_NAME = lambda x=1: (x, not x)',
  'def NAME():\n    @wrap\n    def inner(): return f"{1 + 1}" "a"\n    inner()',
  'for i in range(10):\n  while i > 5 or not i: go(i); break\nelse: x = i if i else "é"',
  'try:\n    import a\nexcept (A, B) as e: NAME = None\nfinally: pass',
  'def NAME(): yield 1; go()',
  'NAME = [x for x in y if x != 0]; z = x[1:2, "é"]; del z',
  'with open("a") as f, g: f.read()\nassert NAME == 1 \\\n  < 2',
];
const pythonProgram = fc
  .tuple(
    fc.array(fc.constantFrom(...pythonSnippets), { maxLength: 6 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom('', '\uFEFF', '#!python\n', '"""Doc."""\nfrom __future__ import annotations\n'),
  )
  .map(([parts, end, start]) =>
    (start + parts.map((part, at) => `${part.replaceAll('NAME', `name${at}`)}\n`).join('')).replaceAll('\n', end),
  );

const program = (language: keyof typeof snippets) =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...snippets[language]), { maxLength: 6 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\uFEFF', '#!node\n'),
    )
    .map(
      ([parts, end, start]) => start + parts.map((part, at) => part.replaceAll('NAME', `name${at}`)).join(end) + end,
    );

test.each([
  ['a.ts', program('ts')],
  ['a.jsx', program('js')],
  ['a.py', pythonProgram],
])('every variant of a file such as %s parses, and each mutant replaces its text', async (name, programs) => {
  const texts = [...new Set(fc.sample(programs, 60))];
  const files = texts.map((text, at) => ({ path: `${at}/${name}`, text }));
  const facts = await readAll(files);
  const variants = files.flatMap(({ path, text }) => {
    const own = facts.get(path);
    if (!own) throw new Error(`does not parse: ${text}`);
    for (const { start, end, was } of own.mutants) expect(text.slice(start, end)).toBe(was);
    const mutated = own.mutants.map((mutant) => applyMutant(text, own, mutant));
    const alone = own.units.map((unit) => emptySource(text, { ...own, units: [unit] }, 'all', 'blank'));
    const emptied = (['empty', 'blank'] as const).map((as) => emptySource(text, own, 'all', as));
    const commented = commentSource(text, own, new Set(text.split('\n').keys()));
    return [...emptied, commented, ...mutated, ...alone];
  });
  expect(variants.length).toBeGreaterThan(400);
  const parsed = await readAll(variants.map((text, at) => ({ path: `${at}/${name}`, text })));
  expect(variants.filter((_, at) => !parsed.get(`${at}/${name}`))).toEqual([]);
});
