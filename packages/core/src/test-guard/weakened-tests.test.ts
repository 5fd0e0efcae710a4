import { describe, expect, test } from 'vitest';
import { resolveCheckInputs } from './check-inputs.ts';
import type { BaseFacts } from './configuration.ts';
import { defaultTestGlobs } from './files.ts';
import { matchesGlob } from './glob.ts';
import type { TouchedFile } from './touched-file.ts';
import { findWeakenedTests, weakenedNames } from './weakened-tests.ts';

const checks = ['npm test'];
const changed = (path: string, before: string, after: string | null, newPath = path): TouchedFile => ({
  path,
  newPath,
  before,
  after,
});
const added = (newPath: string): TouchedFile => ({ path: newPath, newPath, before: null, after: '{}' });
const weakened = (file: TouchedFile, commands = checks) =>
  findWeakenedTests([file], { checks: commands }, baseOf([file], commands)).map(({ how, detail }) =>
    `${how} ${detail}`.trim(),
  );
/** The base of a change that consists of these files alone. */
function baseOf(files: readonly TouchedFile[], commands = checks): BaseFacts {
  const texts = new Map(files.flatMap(({ path, before }) => (before === null ? [] : [[path, before] as const])));
  const paths = new Set(texts.keys());
  const inputs = resolveCheckInputs(commands, paths, texts, (path) => matchesGlob(path, defaultTestGlobs));
  return { commands: inputs.commands, executed: inputs.executed, hasTests: true, paths };
}

describe('a test file', () => {
  test.each([
    ...['src/a.test.ts', 'a.spec.jsx', 'test/a.js', 'packages/x/__tests__/a.ts', 'test.mjs', 'login-test.js'],
    ...['test_a.py', 'pkg/a_test.py', 'tests/conftest.py', 'a_test.go', 'tests/it.rs', 'src/test/java/A.java'],
    ...['x/ATest.kt', 'spec/a_spec.rb', 'tests/ATest.php', 'ATests.cs', 'ATests.swift', 'a_test.exs', 'a_test.cpp'],
  ])('%s is a test', (path) => expect(matchesGlob(path, defaultTestGlobs)).toBe(true));

  test.each(['src/a.ts', 'latest.js', 'contest/a.go', 'src/testing.py', 'test/data.json', 'README.md', 'attest.rb'])(
    '%s is not a test',
    (path) => expect(matchesGlob(path, defaultTestGlobs)).toBe(false),
  );
});

describe('V2 detects an assertion that becomes looser', () => {
  test.each([
    ['js', 'assert.equal(sum(1, 2), 3);', 'assert.ok(sum(1, 2) > 0);'],
    ['js', 'assert.strictEqual(a, 3);', 'assert.notEqual(a, 4);'],
    ['js', 'assert.equal(a, 3);', 'assert.equal(a > 0, true);'],
    ['js', 'strictEqual(a, 3);', 'assert(a);'],
    ['ts', 'expect(a).toBe(3);', 'expect(a).toBeDefined();'],
    ['ts', 'expect(a).toEqual([1]);', 'expect(a).toBeTruthy();'],
    ['ts', 'expect(a).toBe(3);', 'expect(a).not.toBe(4);'],
    ['ts', 'expect(a).toBe(3);', 'expect(a > 0).toBe(true);'],
    ['ts', 'expect(a).toHaveBeenCalledWith(1);', 'expect(a).toHaveBeenCalled();'],
    ['js', 'expect(a).to.deep.equal([1]);', 'expect(a).to.be.ok;'],
    ['js', 'expect(a).to.equal(1);', 'expect(a).not.to.equal(2);'],
    ['js', 't.is(a, 3);', 't.truthy(a);'],
    ['py', 'assert total([1]) == 3', 'assert total([1])'],
    ['py', 'assert (\n    total([1])\n    == 3\n)', 'assert total([1]) > 0'],
    ['py', 'assert a is None', 'assert a is not 3'],
    ['py', 'self.assertEqual(a, 3)', 'self.assertTrue(a)'],
    ['py', 'with pytest.raises(KeyError):', 'assert a'],
    ['go', 'if got != 3 {\n\tt.Errorf("no")', 'if got <= 0 {\n\tt.Errorf("no")'],
    ['go', 'assert.Equal(t, 3, got)', 'assert.NotZero(t, got)'],
    ['rs', 'assert_eq!(a, 3);', 'assert!(a > 0);'],
    ['java', 'assertEquals(3, a);', 'assertTrue(a > 0);'],
    ['java', 'assertThat(a).isEqualTo(3);', 'assertThat(a).isNotNull();'],
    ['rb', 'expect(a).to eq(3)', 'expect(a).to be_truthy'],
    ['php', '$this->assertSame(3, $a);', '$this->assertTrue($a > 0);'],
    ['cs', 'Assert.Equal(3, a);', 'Assert.True(a > 0);'],
    ['swift', 'XCTAssertEqual(a, 3)', 'XCTAssertTrue(a > 0)'],
    ['exs', 'assert a == 3', 'assert a > 0'],
    ['cpp', 'EXPECT_EQ(a, 3);', 'EXPECT_TRUE(a > 0);'],
  ])('%s: %s → %s', (ending, before, after) =>
    expect(weakened(changed(`test/a.${ending}`, before, after))).toEqual(['looser-assertions 1 → 0']),
  );

  test.each([
    ['js', 'assert.equal(a, 3);', 'assert.deepStrictEqual(a, { b: 3 });'],
    ['js', 'assert.equal(a, 3);', 'assert.equal(\n  a,\n  4,\n);'],
    ['js', 'assert.ok(a);', 'assert.equal(a, 3);'],
    ['js', 'assert.equal(a, null);', 'assert.throws(() => a());'],
    ['js', 'assert.equal(f(a, true), 3);', 'assert.equal(f(a, false), 3);'],
    ['js', 'assert.equal(a, true);', 'assert.ok(a);'],
    ['ts', 'expect(a).toBe(3);', 'expect(a).toMatchObject({ b: 3 });'],
    ['ts', 'expect(a).toBe(3);', 'expect(a)\n  .toEqual(3);'],
    ['ts', 'expect(a).toBeTruthy();', 'expect(a).toBeDefined();'],
    ['py', 'assert total([1]) == 3', 'assert (\n    total([1])\n    == 3\n)'],
    ['py', 'assert a == 3', 'with pytest.raises(KeyError):'],
    ['py', 'assert a', 'assert a > 3'],
    ['go', 'if got != 3 {\n\tt.Errorf("no")', 'if got := sum(); got != 4 {\n\t\tt.Fatalf("no")'],
    ['rs', 'assert!(a == 3);', 'assert_eq!(a, 3);'],
    ['rb', 'assert_equal 3, a', 'assert_nil a'],
  ])('%s: not %s → %s', (ending, before, after) =>
    expect(weakened(changed(`test/a.${ending}`, before, after))).toEqual([]),
  );

  test('in a long file that is built to be slow', () => {
    const text = 'assert a,\n'.repeat(20_000);
    expect(weakened(changed('test_a.py', text, text))).toEqual([]);
  });
});

describe('V2 detects', () => {
  const two = "test('a', () => { expect(1).toBe(1); });\ntest('b', () => { expect(2).toBe(2); });\n";
  test.each<[string, TouchedFile, string[]]>([
    ['a deleted file', changed('a.test.js', two, null), ['deleted']],
    [
      'emptied tests with an inline require of assert',
      changed('a.test.js', "test('a', () => { require('node:assert').equal(1, 1); });", "test('a', () => {});"),
      ['fewer-assertions 1 → 0'],
    ],
    [
      'emptied tests with assertions imported by name',
      changed('a.test.js', "test('a', () => { deepEqual(one(), [1]); throws(two); });", "test('a', () => {});"),
      ['fewer-assertions 2 → 0'],
    ],
    ['a move to a name that is no test', changed('a.test.js', two, two, 'a.js'), ['moved a.js']],
    ['a move to another test name', changed('a.test.js', two, two, 'b.test.js'), []],
    ['a removed test', changed('a.test.js', two, two.split('\n')[0] ?? ''), ['fewer-tests 2 → 1']],
    ['a commented-out test', changed('a.test.js', two, two.replace("test('b'", "// test('b'")), ['fewer-tests 2 → 1']],
    ['a block comment around tests', changed('a.test.js', two, `/*\n${two}*/`), ['fewer-tests 2 → 0']],
    ['an emptied file', changed('a.test.js', two, ''), ['fewer-tests 2 → 0']],
    [
      'a removed assertion',
      changed('a.test.js', two, two.replace('expect(1).toBe(1);', '')),
      ['fewer-assertions 2 → 1'],
    ],
    ['a skipped test', changed('a.test.js', two, two.replace('test(', 'test.skip(')), ['skipped 0 → 1']],
    ['test.only', changed('a.test.js', two, two.replace('test(', 'test.only(')), ['skipped 0 → 1']],
    ['a skip option', changed('a.test.js', two, two.replace("'a', ", "'a', { skip: true }, ")), ['skipped 0 → 1']],
    ['nothing: more tests and assertions', changed('a.test.js', two, two + two), []],
    ['nothing: another title', changed('a.test.js', two, two.replaceAll("'a'", "'adds'")), []],
    ['nothing: not a test', changed('a.js', two, null), []],
    [
      'a pytest skip mark',
      changed('test_a.py', 'def test_a():\n    assert 1\n', '@pytest.mark.skip\ndef test_a():\n    assert 1\n'),
      ['skipped 0 → 1'],
    ],
    [
      'a commented-out pytest assertion',
      changed('test_a.py', 'def test_a():\n    assert 1\n', 'def test_a():\n    # assert 1\n    pass\n'),
      ['fewer-assertions 1 → 0'],
    ],
    [
      'a Go skip',
      changed(
        'a_test.go',
        'func TestA(t *testing.T) {\n\tt.Fatal()\n}',
        'func TestA(t *testing.T) {\n\tt.Skip()\n\tt.Fatal()\n}',
      ),
      ['skipped 0 → 1'],
    ],
    [
      'a Go build tag',
      changed('a_test.go', 'package a\nfunc TestA(', '//go:build never\npackage a\nfunc TestA('),
      ['skipped 0 → 1'],
    ],
    [
      'a Rust ignore attribute',
      changed('tests/a.rs', '#[test]\nfn a() { assert!(x); }', '#[test]\n#[ignore]\nfn a() { assert!(x); }'),
      ['skipped 0 → 1'],
    ],
    [
      'a disabled JUnit test',
      changed('src/test/A.java', '@Test void a() { assertTrue(x); }', '@Disabled @Test void a() { assertTrue(x); }'),
      ['skipped 0 → 1'],
    ],
    [
      'an excluded RSpec example',
      changed('a_spec.rb', 'it "a" do\n expect(1)\nend', 'xit "a" do\n expect(1)\nend'),
      ['fewer-tests 1 → 0'],
    ],
    ['nothing: an unknown language', changed('src/test/a.xyz', 'x', 'y'), []],
    ['a deleted file in an unknown language', changed('src/test/a.xyz', 'x', null), ['deleted']],
  ])('%s', (_, file, expected) => {
    expect(weakened(file)).toEqual(expected);
  });

  test('uses configured test globs', () => {
    const own = { checks, testFiles: ['checks/*.txt'] };
    const files = [changed('checks/a.txt', 'x', null), changed('a.test.js', two, null)];
    expect(findWeakenedTests(files, own, baseOf(files))).toEqual([
      { file: 'checks/a.txt', how: 'deleted', detail: '', content: 'gone' },
    ]);
  });
});

describe('V3 a change to', () => {
  const scripts = (entries: Record<string, string>) => JSON.stringify({ name: 'x', scripts: entries });
  const before = scripts({ test: 'npm run unit && npm run lint', unit: 'vitest run', lint: 'biome', start: 'node .' });
  const withScripts = (entries: Record<string, string>) =>
    changed('package.json', before, scripts({ ...JSON.parse(before).scripts, ...entries }));

  test.each<[string, TouchedFile, string[], string[]]>([
    ['the script of a check', withScripts({ test: 'true' }), ['npm test'], ['script test']],
    ['a script run by that script', withScripts({ unit: 'true' }), ['npm test'], ['script unit']],
    ['a pre script', withScripts({ pretest: 'rm -rf test' }), ['npm test'], ['script pretest']],
    ['a script run with options', withScripts({ lint: 'true' }), ['npm run -s lint -- --quiet'], ['script lint']],
    ['a script run by yarn after a build', withScripts({ lint: 'true' }), ['make && yarn lint'], ['script lint']],
    ['a deleted package.json', changed('package.json', before, null), ['npm run lint'], ['script lint']],
    [
      'an invalid package.json',
      changed('package.json', before, '{'),
      ['npm run lint'],
      ['script lint', 'configuration unreadable'],
    ],
    ['a script that no check runs', withScripts({ start: 'node x' }), ['npm test'], []],
    ['a new script', withScripts({ more: 'x' }), ['npm test', 'npm run more'], []],
    [
      'dependencies',
      changed('package.json', before, JSON.stringify({ ...JSON.parse(before), dependencies: { a: '1' } })),
      ['npm test'],
      [],
    ],
    ['a check that runs no script', withScripts({ test: 'true' }), ['node --test'], []],
    [
      'scripts that call each other',
      changed('package.json', scripts({ a: 'npm run b', b: 'npm run a' }), scripts({})),
      ['npm run a'],
      ['script a', 'script b'],
    ],
    ['a shell script', changed('check.sh', 'npm test', 'true'), ['sh ./check.sh'], ['command']],
    ['a shell script that no check runs', changed('other.sh', 'npm test', 'true'), ['sh ./check.sh'], []],
    ['a script of node', changed('scripts/x.mjs', 'a', 'b'), ['node scripts/x.mjs'], ['command']],
    [
      'a script of node, run by a script',
      changed('tools/x.cjs', 'a', 'b'),
      ['npx cross-env A=1 node ./tools/x.cjs'],
      ['command'],
    ],
    ['a script of python', changed('x.py', 'a', 'b'), ['python3 x.py'], ['command']],
    ['a module of python', changed('tools/check.py', 'a', 'b'), ['python3 -m tools.check'], ['command']],
    ['a program of the repository', changed('scripts/check', 'a', 'b'), ['./scripts/check --all'], ['command']],
    ['a file that a shell reads', changed('ci/env', 'a', 'b'), ['. ci/env && npm test'], ['command']],
    [
      'a module that node loads first',
      changed('hooks/x.mjs', 'a', 'b'),
      ['node --import ./hooks/x.mjs --test'],
      ['command'],
    ],
    ['an environment file', changed('ci.env', 'a', 'b'), ['node --env-file=ci.env --test'], ['command']],
    ['another makefile', changed('ci.mk', 'a:\n', 'b:\n'), ['make -f ci.mk test'], ['command']],
    ['a script of a folder', changed('pkg/x.mjs', 'a', 'b'), ['cd pkg && node x.mjs'], ['command']],
    ['a deleted script', changed('x.py', 'a', null), ['python3 x.py'], ['command']],
    ['a script that is moved away', changed('x.py', 'a', 'a', 'y.py'), ['python3 x.py'], ['command']],
    ['a new file that a check runs', added('local.sh'), ['test -f local.sh && sh local.sh'], ['command new']],
    ['a file that a command only looks for', added('work.txt'), ['test -f work.txt'], []],
    ['the product in inline code', changed('sum.js', 'a', 'b'), [`node -e "require('./sum.js')"`], []],
    ['a file that a checker reads', changed('src/a.js', 'a', 'b'), ['eslint src/a.js'], []],
    ['a source beside the script', changed('sum.js', 'a', 'b'), ['node check.mjs'], []],
    ['the recipes of make', changed('Makefile', 'test:\n\tgo test', 'test:\n\ttrue'), ['make test'], ['command']],
    ['the configuration of the harness', changed('harness.config.json', '{}', '{ }'), [], ['configuration harness']],
  ])('%s', (_, file, commands, expected) => {
    expect(weakened(file, commands)).toEqual(expected);
  });
});

describe('V5 an ignore file', () => {
  const base: BaseFacts = {
    commands: [],
    hasTests: true,
    paths: new Set(['src/a.js', 'src/b.js', 'test/a.test.js', 'build/out.txt', 'docs/x.md']),
  };
  const ignored = (file: TouchedFile) =>
    findWeakenedTests([file], { checks }, base).map(({ how, detail }) => `${how} ${detail}`);
  const rules = (text: string, before: string | null = null, path = '.gitignore'): TouchedFile => ({
    path,
    newPath: path,
    before,
    after: text,
  });

  test.each<[string, TouchedFile, string[]]>([
    ['leaves out a folder', rules('test/\n'), ['ignored test/a.test.js']],
    ['leaves out a name at any depth', rules('*.test.js\n'), ['ignored test/a.test.js']],
    ['leaves out a path', rules('/src/a.js\n'), ['ignored src/a.js']],
    ['leaves out all files of its folder', rules('*\n', null, 'src/.gitignore'), ['ignored src/a.js src/b.js']],
    ['leaves out a tree', rules('src/**\n'), ['ignored src/a.js src/b.js']],
    ['leaves out all but one', rules('src/*\n!src/a.js\n'), ['ignored src/b.js']],
    ['names no file of the base', rules('node_modules/\n*.log\n/dist\n# src/\n\n'), []],
    ['already left them out', rules('build/\n*.log\n', 'build/\n'), []],
    ['is deleted', { path: '.gitignore', newPath: '.gitignore', before: 'build/\n', after: null }, []],
  ])('%s', (_, file, expected) => {
    expect(ignored(file)).toEqual(expected);
  });
});

describe('V1 the harness obeys the base: a new file', () => {
  test.each(['json', 'mjs', 'js', 'ts', 'mts', 'yaml'])('harness.config.%s is asked about', (ending) => {
    expect(weakened(added(`harness.config.${ending}`))).toEqual(['configuration harness']);
  });
  test.each(['Harness.Config.JSON', '.harness/hooks/pre-worker.sh', '.Harness/config.json'])('%s too', (path) => {
    expect(weakened(added(path))).toEqual(['configuration harness']);
  });
  test('also if another file is renamed to it', () => {
    const file = changed('settings.json', '{}', '{}', 'harness.config.json');
    expect(findWeakenedTests([file], { checks }, baseOf([file]))).toMatchObject([{ file: 'harness.config.json' }]);
  });
  test.each(['docs/harness.config.md', 'src/harness.config.test.ts', '.harnessrc'])('%s is not', (path) => {
    expect(weakened(added(path))).toEqual([]);
  });
});

test('weakenedNames shortens a long list', () => {
  const many = Array.from({ length: 22 }, (_, n) => ({ file: `${n}.test.js`, how: 'deleted', detail: '' }) as const);
  expect(weakenedNames(many, 2)).toBe('0.test.js (deleted), 1.test.js (deleted) … +20');
  expect(weakenedNames([{ file: 'package.json', how: 'script', detail: 'test' }])).toBe('package.json (script: test)');
});
