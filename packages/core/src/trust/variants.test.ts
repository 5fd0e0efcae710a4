import { describe, expect, test } from 'vitest';
import { defaultTestGlobs } from '../test-guard/files.ts';
import type { TouchedFile } from '../test-guard/touched-file.ts';
import { changeParts } from './change-parts.ts';
import type { SourceFacts } from './source.ts';
import { planVariants, type VariantInput } from './variants.ts';

const test1 = (name: string) => `import { a } from '../src/a.js';\ntest('${name}', () => { assert.equal(a(), 1); });\n`;
const code = 'export const a = () => 1;\n';
const facts: SourceFacts = {
  units: [{ start: 23, end: 24, empty: 'undefined', blank: 'blank()', firstLine: 1, lastLine: 1 }],
  mutants: [{ kind: 'number', start: 23, end: 24, text: '2', line: 1, was: '1' }],
  tests: [],
  support: { empty: [], blank: [] },
  comments: 'block',
};

/** Files of both sides; a file that is missing on a side is not listed there. */
function input(
  base: Record<string, string>,
  change: Record<string, string>,
  more: Partial<VariantInput> = {},
): VariantInput {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(change)])];
  const touched = paths
    .filter((path) => base[path] !== change[path])
    .map((path): TouchedFile => ({ path, newPath: path, before: base[path] ?? null, after: change[path] ?? null }));
  const tree = (files: Record<string, string>) => ({
    paths: new Set(Object.keys(files)),
    texts: new Map(Object.entries(files).filter(([path]) => path.startsWith('test/'))),
  });
  return {
    parts: changeParts(touched, defaultTestGlobs),
    base: tree(base),
    change: tree(change),
    texts: new Map(Object.entries(change)),
    sources: new Map([['src/a.js', facts]]),
    names: [],
    kind: null,
    isIsolated: true,
    mutants: 3,
    ...more,
  };
}

const other = { 'test/other.test.js': test1('other') };

describe('a new test', () => {
  const { runs, mutants, emptied } = planVariants(
    input(other, { ...other, 'src/a.js': code, 'test/a.test.js': test1('a') }),
  );
  test('V2 runs alone on the change and on the base', () => {
    expect(runs.change).toMatchObject({ from: 'change', remove: ['test/other.test.js'], take: [] });
    expect(runs.base).toMatchObject({ from: 'base', remove: ['test/other.test.js'], take: ['test/a.test.js'] });
  });
  test('V3 runs with comments in the code of the change', () => {
    const write = [{ path: 'src/a.js', text: 'export const a = () => /* the same code */1;\n\n/* the same code */\n' }];
    expect(runs).toMatchObject({ change: { write } });
    expect(runs).not.toHaveProperty('commented');
    const all = planVariants(
      input(other, { ...other, 'src/a.js': code, 'test/a.test.js': test1('a') }, { isIsolated: false }),
    );
    expect(all.runs).toMatchObject({ change: { write: [] }, commented: { write } });
  });
  test('V4 runs without the code of the change, and with one edit', () => {
    expect(emptied).toBe('yes');
    expect(runs.emptied?.write).toEqual([{ path: 'src/a.js', text: 'export const a = () => /* 1 */undefined;\n' }]);
    expect(runs.blanked?.write).toEqual([{ path: 'src/a.js', text: 'export const a = () => /* 1 */blank();\n' }]);
    expect(mutants).toEqual([expect.objectContaining({ edit: 'src/a.js:1: 1 → 2' })]);
  });
  test('has no older version', () => {
    expect(Object.keys(runs)).not.toContain('old-tests');
  });
});

describe('a changed and a deleted test', () => {
  const base = { ...other, 'src/a.js': code, 'test/a.test.js': test1('a'), 'test/gone.test.js': test1('gone') };
  const change = { ...other, 'src/a.js': code, 'test/a.test.js': test1('b'), 'test/new.test.js': test1('new') };
  const { runs } = planVariants(input(base, change));
  test('run as on the base, on the change and on the base, without new tests', () => {
    expect(runs['old-tests']).toMatchObject({
      from: 'change',
      take: ['test/a.test.js', 'test/gone.test.js'],
      remove: ['test/new.test.js', 'test/other.test.js'],
    });
    expect(runs['old-tests-base']).toMatchObject({ from: 'base', remove: ['test/other.test.js'], take: [] });
  });
  test('run in both versions without any code', () => {
    const write = [{ path: 'src/a.js', text: 'export const a = () => /* 1 */undefined;\n' }];
    expect(runs['old-tests-emptied']?.write).toEqual(write);
    expect(runs['new-tests-emptied']).toMatchObject({
      from: 'change',
      write,
      remove: ['test/other.test.js', 'test/new.test.js'],
    });
  });
  test('the base runs without the deleted one', () => {
    expect(runs.base).toMatchObject({
      from: 'base',
      take: ['test/a.test.js', 'test/new.test.js'],
      remove: ['test/gone.test.js', 'test/other.test.js'],
    });
  });
});

test('V4 the code behind a file that only passes it on is emptied too', () => {
  const through = test1('a').replace('../src/a.js', '../src/index.js');
  const base = { 'src/a.js': code, 'src/index.js': "export * from './a.js';\n", 'test/a.test.js': through };
  const { runs } = planVariants(input(base, { ...base, 'test/a.test.js': `${through}// less\n` }));
  expect(runs['old-tests-emptied']?.write.map(({ path }) => path)).toEqual(['src/a.js']);
});

test('without isolation no test is left out', () => {
  const { runs } = planVariants(
    input(other, { ...other, 'src/a.js': code, 'test/a.test.js': test1('a') }, { isIsolated: false }),
  );
  expect([runs.change?.remove, runs.base?.remove]).toEqual([[], []]);
});

test('a language without support is named', () => {
  const change = { 'src/a.go': 'package a\n', 'test/a.test.js': test1('a') };
  expect(planVariants(input({}, change))).toMatchObject({ emptied: 'unsupported', unsupported: ['.go'] });
});

test('a file that no parser reads is named, whatever else the change contains', () => {
  const change = { 'src/a.js': code, 'src/b.py': 'def', 'test/a.test.js': test1('a') };
  const sources = new Map([
    ['src/a.js', facts],
    ['src/b.py', null],
  ]);
  expect(planVariants(input({}, change, { sources }))).toMatchObject({
    emptied: 'unreadable',
    unreadable: ['src/b.py'],
  });
});

test('V1 what supports tests goes with them', () => {
  const change = { 'test/a.test.js': test1('a'), 'test/shared.js': 'export const one = 1;\n', 'src/a.js': code };
  expect(planVariants(input({}, change)).runs.base?.take).toEqual(['test/a.test.js', 'test/shared.js']);
});

describe('V5 edited expected results', () => {
  const base = { ...other, 'src/a.js': code, 'test/cases.json': '[1]' };
  const edited = { ...base, 'src/a.js': 'export const a = () => 2;\n', 'test/cases.json': '[2]' };
  test('all old tests run with the old ones, without an edited test too', () => {
    const { runs } = planVariants(input(base, edited));
    expect(runs['old-tests']).toEqual({ from: 'change', remove: [], take: ['test/cases.json'], write: [] });
    expect(runs['old-tests-base']).toEqual({ from: 'base', remove: [], take: [], write: [] });
    expect(runs.change).toEqual({ from: 'change', remove: [], take: [], write: [] });
  });
  test('new tests are left out', () => {
    const { runs } = planVariants(input(base, { ...edited, 'test/a.test.js': test1('a') }));
    expect(runs['old-tests']).toMatchObject({ remove: ['test/a.test.js'], take: ['test/cases.json'] });
    expect(runs.change?.remove).toEqual(['test/other.test.js']);
  });
  test('are as in the change if the approved plan changes them', () => {
    expect(planVariants(input(base, edited, { changes: ['test/*.json'] })).runs).not.toHaveProperty('old-tests');
  });
  test('both versions run without any code', () => {
    const { runs } = planVariants(input(base, { ...base, 'test/cases.json': '[]', 'test/a.test.js': test1('a') }));
    const write = [{ path: 'src/a.js', text: 'export const a = () => /* 1 */undefined;\n' }];
    const remove = ['test/a.test.js'];
    expect(runs['old-tests-emptied']).toEqual({ from: 'change', remove, take: ['test/cases.json'], write });
    expect(runs['new-tests-emptied']).toEqual({ from: 'change', remove, take: [], write });
  });
  test('new data needs no old tests', () => {
    const { 'test/cases.json': _, ...before } = base;
    expect(planVariants(input(before, edited)).runs).not.toHaveProperty('old-tests');
  });
});

test('work on tests mutates the code that the tests import', () => {
  const base = { 'src/a.js': code };
  const { runs, mutants } = planVariants(input(base, { ...base, 'test/a.test.js': test1('a') }, { kind: 'tests' }));
  expect(Object.keys(runs).sort()).toEqual(['change', 'whole-base', 'whole-change']);
  expect(mutants).toHaveLength(1);
});

test('documents and untouched tests need no run of tests', () => {
  expect(Object.keys(planVariants(input({}, { 'src/a.js': code })).runs)).toEqual(['whole-base', 'whole-change']);
});

test('only code that the touched tests use is mutated, if they use any', () => {
  const change = { 'src/a.js': code, 'src/cli.js': code, 'test/a.test.js': test1('a') };
  const sources = new Map([
    ['src/a.js', facts],
    ['src/cli.js', facts],
  ]);
  const edits = (tests: string) =>
    planVariants(input({}, { ...change, 'test/a.test.js': tests }, { sources })).mutants.map(({ edit }) => edit);
  expect(edits(test1('a'))).toEqual(['src/a.js:1: 1 → 2']);
  expect(edits(`${test1('a')}run('src/cli.js');\n`)).toHaveLength(2);
  expect(edits("test('x', () => { assert.ok(run()); });\n")).toHaveLength(2);
});
