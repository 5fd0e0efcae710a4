/** Tests the reports of a real go. */
import { describe, expect, test } from 'vitest';
import { findProgram } from '../process/find.ts';
import { modes, rows, setUpListedCheck } from '../testing/listed-check.ts';

const go = findProgram('go', process.env['PATH']);
const listOf = async (files: Readonly<Record<string, string>>, command = 'go test ./...') =>
  (await setUpListedCheck({ ...module, ...files })).list(command);

const module = { 'go.mod': 'module example.com/shop\n\ngo 1.19\n' };
const testFile = (name: string, body: string, imports = '"testing"') =>
  `package ${name}\n\nimport (${imports})\n\n${body}\n`;
const price = {
  ...module,
  'price/price.go': 'package price\n\nfunc Half(n int) int { return n / 2 }\n',
  'price/price_test.go': testFile(
    'price',
    `func TestHalf(t *testing.T) {
	t.Run("of four", func(t *testing.T) {
		if Half(4) != 2 {
			t.Fatal("wrong")
		}
	})
}

func TestLater(t *testing.T) { t.Skip("later") }
func TestRed(t *testing.T)   { t.Parallel(); t.Error("red") }`,
  ),
};
const priceRows = [
  '+ example.com/shop/price > TestHalf (price/price_test.go)',
  '+ example.com/shop/price > TestHalf/of_four (price/price_test.go)',
  'o example.com/shop/price > TestLater (price/price_test.go)',
  '- example.com/shop/price > TestRed (price/price_test.go)',
];

const goodFile = { 'good/good_test.go': testFile('good', 'func TestGood(t *testing.T) {}') };
const goodRow = '+ example.com/shop/good > TestGood (good/good_test.go)';
const withOs = '"os"; "testing"';

// Go is not needed to work on this repository; `.ci/run` installs it.
describe.skipIf(go === undefined)('go (skipped if go is not installed)', () => {
  test.each(modes)('reports each test with its package and file, %s', async (_, isBoxed) => {
    const { list } = await setUpListedCheck(price, { isBoxed, isRoom: true });
    const { results, exitCode, tests, tail } = await list('go test ./...');
    expect(results).toMatchObject({ isReported: true, runner: 'go' });
    expect(rows(results)).toEqual(priceRows);
    expect({ exitCode, tests }).toMatchObject({ exitCode: 1, tests: { passed: 1, failed: 1, skipped: 1 } });
    expect(tail).toContain('price_test.go:14: red\n');
  });

  test('a package that does not compile has no tests, and its error is printed', async () => {
    const broken = { 'bad/bad_test.go': testFile('bad', 'func TestBad(t *testing.T) { Missing() }') };
    const { results, exitCode, tail } = await listOf({ ...goodFile, ...broken });
    expect({ exitCode, rows: rows(results) }).toEqual({ exitCode: expect.any(Number), rows: [goodRow] });
    expect(exitCode).toBeGreaterThan(0);
    expect(tail).toContain('undefined: Missing');
  });

  test.each([
    ['TestMain', 'func TestMain(m *testing.M) { os.Exit(0) }\nfunc TestBad(t *testing.T) { t.Fatal() }'],
    ['init', 'func init() { os.Exit(0) }\nfunc TestBad(t *testing.T) { t.Fatal() }'],
  ])('a package that ends in %s before its tests has none', async (_, body) => {
    const { results, exitCode } = await listOf({ ...goodFile, 'bad/bad_test.go': testFile('bad', body, withOs) });
    expect(results).toMatchObject({ isReported: true, runner: 'go' });
    expect({ exitCode, rows: rows(results) }).toEqual({ exitCode: 0, rows: [goodRow] });
  });

  test('a test that ends its process has failed, and so has one whose exit code is hidden', async () => {
    const ends = testFile(
      'ends',
      'func TestFirst(t *testing.T) {}\nfunc TestEnds(t *testing.T) { syscall.Exit(0) }\nfunc TestNever(t *testing.T) { t.Fatal() }',
      '"syscall"; "testing"',
    );
    const hides = testFile(
      'hides',
      'func TestMain(m *testing.M) { m.Run(); os.Exit(0) }\nfunc TestHidden(t *testing.T) { t.Fatal() }',
      withOs,
    );
    const { results, exitCode } = await listOf({ 'ends/ends_test.go': ends, 'hides/hides_test.go': hides });
    expect({ exitCode, rows: rows(results)?.toSorted() }).toEqual({
      exitCode: 0,
      rows: [
        '+ example.com/shop/ends > TestFirst (ends/ends_test.go)',
        '- example.com/shop/ends > TestEnds (ends/ends_test.go)',
        '- example.com/shop/hides > TestHidden (hides/hides_test.go)',
      ],
    });
  });

  test('a result behind other text counts', async () => {
    const body = 'func TestPrints(t *testing.T) { fmt.Print("no end of line") }';
    const { results } = await listOf({ 'a_test.go': testFile('a', body, '"fmt"; "testing"') });
    expect(rows(results)).toEqual(['+ example.com/shop > TestPrints (a_test.go)']);
  });

  test('a command without tests is red', async () => {
    const { results, green, exitCode } = await listOf({ 'a.go': 'package a\n' });
    expect({ exitCode, green, rows: rows(results) }).toEqual({ exitCode: 0, green: false, rows: [] });
  });

  test('other commands of go are not changed', async () => {
    const command = 'go vet ./... && go list ./... && go build ./... && go test $(go list ./...)';
    const { results, tail, exitCode } = await listOf({ ...goodFile, 'good/good.go': 'package good\n' }, command);
    expect({ exitCode, rows: rows(results) }).toEqual({ exitCode: 0, rows: [goodRow] });
    expect(tail).toContain('\nexample.com/shop/good\n');
    expect(tail).not.toContain('{');
  });

  test('a command that asks for JSON gets it, and tests do not see the programs of the harness', async () => {
    const body = `func TestPath(t *testing.T) {
	if strings.Contains(os.Getenv("PATH")+os.Getenv("NODE_OPTIONS"), "test-reports-") {
		t.Fatal("seen")
	}
}`;
    const files = { 'path/path_test.go': testFile('path', body, '"os"; "strings"; "testing"') };
    const { results, tail } = await listOf(files, 'go test -json ./...');
    expect(rows(results)).toEqual(['+ example.com/shop/path > TestPath (path/path_test.go)']);
    expect(tail).toContain('"Action":"pass"');
  });

  test('a go that is started by its path is read from its output', async () => {
    const { results } = await listOf(goodFile, `${go} test ./...`);
    expect(results).toMatchObject({ isReported: false, runner: null, tests: [{ name: 'TestGood', is: 'passed' }] });
  });
});
