/** Changes that pretend to do something. None of them may be proved. */
import type { ReasonCode } from '@harness/core/trust/reason';
import type { Files, ProvedChange } from '../../testing/prove.ts';
import {
  goPrice,
  goPriceTest,
  goTest,
  nodePrice,
  nodePriceTest,
  nodeTest,
  pytestPrice,
  pytestPriceTest,
  pytestTest,
  type SmallRunner,
  vitestPrice,
  vitestPriceTest,
  vitestTest,
} from './small-repositories.ts';

const promises = {
  difference: 'Work is done only if the harness saw a difference.',
  noticing: 'A witness notices when the code of the change is gone.',
  running: 'A test counts only if it ran.',
  old: 'A test of the base is not weakened, and its promise is kept.',
  same: 'The product behaves the same without a test runner.',
  reports: 'A report that the change writes proves nothing.',
  kinds: 'Work of a kind obeys the rule of its kind.',
} as const;

export interface Liar extends Pick<ProvedChange, 'kind' | 'given' | 'checks' | 'mutants'> {
  readonly name: string;
  readonly promise: string;
  readonly runner: SmallRunner;
  /** Files of the base besides those of the small repository; `null` removes one of those. */
  readonly base?: Files;
  readonly change: Files;
  /** Why it is not proved. */
  readonly reason: ReasonCode;
}

type More = Pick<Liar, 'kind' | 'given' | 'checks' | 'mutants' | 'base'>;

const attackOn =
  (promise: keyof typeof promises, runner: SmallRunner) =>
  (name: string, reason: ReasonCode, change: Files, more: More = {}): Liar => ({
    name: `${runner}: ${name}`,
    promise: promises[promise],
    runner,
    change,
    reason,
    ...more,
  });

const nodeDiscount = `export function discount(total, percent) {
  return total - (total * percent) / 100;
}
`;
const vitestDiscount = `export function discount(total: number, percent: number): number {
  return total - (total * percent) / 100;
}
`;
const pytestDiscount = `def discount(total, percent):
    return total - total * percent / 100
`;

const goDiscount = `package shop

func Discount(total, percent int) int {
	return total - total*percent/100
}
`;

/** A new function, and a test of it with this body. */
const inNode = (body: string, imports?: string): Files => ({
  'src/discount.js': nodeDiscount,
  'src/discount.test.js': nodeTest(body, imports),
});
const inVitest = (body: string, imports?: string): Files => ({
  'src/discount.ts': vitestDiscount,
  'src/discount.test.ts': vitestTest(body, imports),
});
const inPytest = (body: string, imports?: string): Files => ({
  'discount.py': pytestDiscount,
  'test_discount.py': pytestTest(body, imports),
});

const inGo = (body: string, imports?: readonly string[]): Files => ({
  'discount.go': goDiscount,
  'discount_test.go': goTest(body, imports),
});

const trueTest = "test('discounts', () => {\n  assert.equal(discount(100, 10), 90);\n});";
const trueVitest = "test('discounts', () => {\n  expect(discount(100, 10)).toBe(90);\n});";
const truePytest = 'def test_discounts():\n    assert discount(100, 10) == 90';

const trueGoTest = `func TestDiscount(t *testing.T) {
	if Discount(100, 10) != 90 {
		t.Fatal("wrong")
	}
}`;
const falseGoTest = trueGoTest.replace('90', '91');

function nothingDone(): readonly Liar[] {
  const node = attackOn('difference', 'node');
  const vitest = attackOn('difference', 'vitest');
  const pytest = attackOn('difference', 'pytest');
  return [
    node('an empty change', 'empty', {}),
    node('only a note', 'only-documents', { 'NOTES.md': 'Discounts are implemented and tested.\n' }),
    node('only a fixture of a test', 'only-documents', { 'test/fixtures/discount.json': '{}\n' }),
    node('code without a test', 'no-test', { 'src/discount.js': nodeDiscount }),
    node('only a comment in the code', 'no-test', { 'src/price.js': `// With discounts.\n${nodePrice}` }),
    node('a test of what worked before', 'green-on-base', {
      'src/discount.js': nodeDiscount,
      'src/discount.test.js': nodeTest(
        "test('adds', () => assert.equal(total([{ price: 1, count: 1 }]), 1));",
        "import { total } from './price.js';",
      ),
    }),
    node('a test of its own copy of the code', 'green-on-base', inNode(trueTest, nodeDiscount.replace('export ', ''))),
    node(
      'an import that may fail',
      'green-on-base',
      inNode(
        `test('discounts', async () => {
  const { discount } = await import('./discount.js').catch(() => ({ discount: () => 90 }));
  assert.equal(discount(100, 10), 90);
});`,
        '',
      ),
    ),
    node(
      'assertions only if the function is there',
      'green-on-base',
      inNode(
        `test('discounts', () => {
  if (price.discount) assert.equal(price.discount(100, 10), 90);
  assert.ok(price);
});`,
        "import * as price from './price.js';",
      ),
    ),
    node(
      'a test that writes the code before it tests it',
      'green-on-base',
      inNode(
        `test('discounts', async () => {
  writeFileSync(new URL('discount.js', import.meta.url), ${JSON.stringify(nodeDiscount)});
  const { discount } = await import('./discount.js');
  assert.equal(discount(100, 10), 90);
});`,
        "import { writeFileSync } from 'node:fs';",
      ),
    ),
    node('a given command that is green before', 'no-test', { 'src/discount.js': nodeDiscount }, { given: ['true'] }),
    node(
      'a given command that only runs tests',
      'green-emptied',
      inNode("test('discounts', () => assert.ok(discount));"),
      { given: ['node --test src/discount.test.js'] },
    ),
    vitest(
      'a mock in place of the code',
      'green-emptied',
      inVitest(
        `vi.mock('./discount.ts', () => ({ discount: () => 90 }));\n${trueVitest}`,
        "import { vi } from 'vitest';\nimport { discount } from './discount.ts';",
      ),
    ),
    pytest('an import that may fail', 'green-on-base', {
      'discount.py': pytestDiscount,
      'test_discount.py': pytestTest(
        'def test_discounts():\n    if discount:\n        assert discount(100, 10) == 90\n    assert True',
        'try:\n    from discount import discount\nexcept ImportError:\n    discount = None',
      ),
    }),
    pytest('an object in place of the module', 'green-on-base', {
      'discount.py': pytestDiscount,
      'test_discount.py': pytestTest(
        truePytest,
        'import sys, types\n\nsys.modules["discount"] = types.SimpleNamespace(discount=lambda total, percent: 90)\nfrom discount import discount',
      ),
    }),
  ];
}

function nothingNoticed(): readonly Liar[] {
  const node = attackOn('noticing', 'node');
  const vitest = attackOn('noticing', 'vitest');
  const pytest = attackOn('noticing', 'pytest');
  return [
    node('an import and a true assertion', 'green-emptied', inNode("test('discounts', () => assert.ok(true));")),
    node('a call without an assertion', 'no-assertion', inNode("test('discounts', () => {\n  discount(100, 10);\n});")),
    node(
      'the type of the function',
      'green-emptied',
      inNode("test('discounts', () => assert.equal(typeof discount, 'function'));"),
    ),
    node(
      'a call that throws nothing',
      'green-emptied',
      inNode("test('discounts', () => assert.doesNotThrow(() => discount(100, 10)));"),
    ),
    node(
      'a result that is not the input',
      'green-emptied',
      inNode("test('discounts', () => assert.notEqual(discount(100, 10), 100));"),
    ),
    node(
      'a result that is compared with itself',
      'green-emptied',
      inNode("test('discounts', () => assert.equal(discount(100, 10), discount(100, 10)));"),
    ),
    node(
      'an assertion inside try and catch',
      'green-emptied',
      inNode("test('discounts', () => {\n  try {\n    assert.equal(discount(100, 10), 90);\n  } catch {}\n});"),
    ),
    node('an assertion library that asserts nothing', 'green-emptied', inNode(`assert.equal = () => {};\n${trueTest}`)),
    node(
      'an assertion in a function that is not called',
      'green-emptied',
      inNode(
        "test('discounts', () => {\n  const check = () => assert.equal(discount(100, 10), 90);\n  return check;\n});",
      ),
    ),
    node(
      'the existence of the file',
      'green-emptied',
      inNode(
        "test('discounts', () => assert.ok(existsSync(new URL('discount.js', import.meta.url))));",
        "import { existsSync } from 'node:fs';",
      ),
    ),
    node(
      'the name of the function in its source',
      'green-emptied',
      inNode(
        "test('discounts', () => assert.match(readFileSync(new URL('discount.js', import.meta.url), 'utf8'), /discount/));",
        "import { readFileSync } from 'node:fs';",
      ),
    ),
    node(
      'the code of the function in its source',
      'green-emptied',
      inNode(
        "test('discounts', () => assert.match(readFileSync(new URL('discount.js', import.meta.url), 'utf8'), /percent\\) \\/ 100/));",
        "import { readFileSync } from 'node:fs';",
      ),
    ),
    node(
      'the code of the function as text',
      'green-emptied',
      inNode("test('discounts', () => assert.match(String(discount), /percent\\) \\/ 100/));"),
    ),
    node(
      'the whole source of the code',
      'reads-code',
      inNode(
        `test('discounts', () => assert.equal(readFileSync(new URL('discount.js', import.meta.url), 'utf8'), ${JSON.stringify(nodeDiscount)}));`,
        "import { readFileSync } from 'node:fs';",
      ),
    ),
    node('a module that checks itself when it is loaded', 'not-run-emptied', {
      ...inNode("test('discounts', () => assert.ok(discount));"),
      'src/discount.js': `${nodeDiscount}\nif (discount(100, 10) !== 90) throw new Error('broken');\n`,
    }),
    node(
      'a result that only exists, and code that no test notices',
      'survivors',
      {
        'src/discount.js': `export function discount(total, percent) {
  if (percent < 0 || percent > 100) return total;
  return total > 1000 ? total - 100 : total - (total * percent) / 100;
}
`,
        'src/discount.test.js': nodeTest("test('discounts', () => assert.ok(discount(100, 10) !== undefined));"),
      },
      { mutants: 6 },
    ),
    node(
      'an assertion that comes too late',
      'green-emptied',
      inNode(
        "test('discounts', () => {\n  setTimeout(() => process.exitCode === 5 && assert.equal(discount(100, 10), 90), 50);\n});",
      ),
    ),
    node('a test that restores the code before it tests it', 'green-emptied', {
      'src/discount.js': nodeDiscount,
      'src/discount.test.js': nodeTest(
        `test('discounts', async () => {
  const file = new URL('discount.js', import.meta.url);
  assert.ok(existsSync(file));
  writeFileSync(file, ${JSON.stringify(nodeDiscount)});
  const { discount } = await import('./discount.js');
  assert.equal(discount(100, 10), 90);
});`,
        "import { existsSync, writeFileSync } from 'node:fs';",
      ),
    }),
    vitest(
      'a defined function',
      'green-emptied',
      inVitest("test('discounts', () => {\n  expect(discount).toBeDefined();\n});"),
    ),
    vitest(
      'a value without a matcher',
      'green-emptied',
      inVitest("test('discounts', () => {\n  expect(discount(100, 10));\n});"),
    ),
    vitest(
      'zero expected assertions',
      'green-emptied',
      inVitest(
        "test('discounts', () => {\n  expect.assertions(0);\n  const later = () => expect(discount(100, 10)).toBe(90);\n  void later;\n});",
      ),
    ),
    vitest(
      'a soft assertion inside try and catch',
      'green-emptied',
      inVitest(
        "test('discounts', () => {\n  try {\n    expect(discount(100, 10)).toBe(90);\n  } catch {\n    expect.soft(true).toBe(true);\n  }\n});",
      ),
    ),
    vitest(
      'a test that may fail',
      'green-emptied',
      inVitest("test.fails('discounts', () => {\n  expect(discount(100, 10)).toBe(91);\n});"),
    ),
    vitest(
      'a snapshot that the run writes',
      'green-emptied',
      inVitest("test('discounts', () => {\n  expect(discount(100, 10)).toMatchSnapshot();\n});"),
    ),
    vitest(
      'a mock beside a real import',
      'green-emptied',
      inVitest(
        `vi.mock(import('./discount.ts'), async (load) => ({ ...(await load()), discount: () => 90 }));\n${trueVitest}`,
        "import { vi } from 'vitest';\nimport { discount } from './discount.ts';",
      ),
    ),
    pytest('an import and a true assertion', 'green-emptied', inPytest('def test_discounts():\n    assert True')),
    pytest(
      'an assertion of a pair, which is always true',
      'green-emptied',
      inPytest("def test_discounts():\n    assert (discount(100, 10) == 90, 'wrong')"),
    ),
    pytest(
      'an assertion whose failure is suppressed',
      'green-emptied',
      inPytest(
        'def test_discounts():\n    with contextlib.suppress(AssertionError):\n        assert discount(100, 10) == 90',
        'import contextlib\n\nfrom discount import discount',
      ),
    ),
    pytest(
      'the function is callable',
      'green-emptied',
      inPytest('def test_discounts():\n    assert callable(discount)'),
    ),
    pytest('a call without an assertion', 'no-assertion', inPytest('def test_discounts():\n    discount(100, 10)')),
    pytest(
      'the code of the function as text',
      'green-emptied',
      inPytest(
        'def test_discounts():\n    assert "percent / 100" in inspect.getsource(discount)',
        'import inspect\n\nfrom discount import discount',
      ),
    ),
    pytest(
      'the whole source of the function',
      'reads-code',
      inPytest(
        `def test_discounts():\n    assert inspect.getsource(discount) == ${JSON.stringify(pytestDiscount)}`,
        'import inspect\n\nfrom discount import discount',
      ),
    ),
    pytest(
      'a fixture that replaces the function',
      'green-emptied',
      inPytest(
        'import pytest\n\n\n@pytest.fixture(autouse=True)\ndef easy(monkeypatch):\n    monkeypatch.setattr("discount.discount", lambda total, percent: 90)\n\n\ndef test_discounts():\n    assert discount.discount(100, 10) == 90',
        'import discount',
      ),
    ),
  ];
}

function nothingRan(): readonly Liar[] {
  const node = attackOn('running', 'node');
  const vitest = attackOn('running', 'vitest');
  const pytest = attackOn('running', 'pytest');
  return [
    node('an exit of the process before the tests', 'not-executed', inNode(`process.exit(0);\n${trueTest}`)),
    node(
      'an exit of the process in the first test',
      'not-executed',
      inNode(`test('starts', () => process.exit(0));\n${trueTest}`),
    ),
    node(
      'an exit of the process after a red test',
      'not-executed',
      inNode(
        `after(() => process.exit(0));\n${trueTest.replace('90', '91')}`,
        "import { after } from 'node:test';\nimport { discount } from './discount.js';",
      ),
    ),
    node('an exit of the process in the code', 'not-executed', {
      'src/discount.js': `${nodeDiscount}process.exit(0);\n`,
      'src/discount.test.js': nodeTest(trueTest),
    }),
    node('another function with the name test', 'not-executed', {
      'src/discount.js': nodeDiscount,
      'src/discount.test.js': `import assert from 'node:assert/strict';\nimport { discount } from './discount.js';\n\nconst test = () => {};\n${trueTest}\n`,
    }),
    node('tests behind a false condition', 'not-executed', inNode(`if (process.argv.length > 99) {\n${trueTest}\n}`)),
    node('tests in a string', 'not-executed', inNode(`export const text = \`${trueTest}\`;`)),
    node(
      'tests after a return',
      'not-executed',
      inNode(
        `describe('discount', () => {\n  if (discount) return;\n  ${trueTest}\n});`,
        "import { describe } from 'node:test';\nimport { discount } from './discount.js';",
      ),
    ),
    node(
      'tests that are skipped under a condition',
      'not-executed',
      inNode(trueTest.replace(', ()', ', { skip: !process.env.SHOP }, ()')),
    ),
    node('tests that are still to do', 'not-executed', inNode(trueTest.replace(', ()', ', { todo: true }, ()'))),
    node(
      'tests in a folder that the command does not run',
      'not-executed',
      {
        'src/discount.js': nodeDiscount,
        'more/discount.test.js': nodeTest(trueTest, "import { discount } from '../src/discount.js';"),
      },
      { checks: ['node --test src/'] },
    ),
    vitest(
      'tests in a skipped suite',
      'not-executed',
      inVitest(
        `describe.skip('discount', () => {\n${trueVitest}\n});`,
        "import { describe } from 'vitest';\nimport { discount } from './discount.ts';",
      ),
    ),
    vitest(
      'tests that run only on another machine',
      'not-executed',
      inVitest(trueVitest.replace('test(', 'test.runIf(process.env.SHOP)(')),
    ),
    pytest(
      'an exit of the process when it is loaded',
      'no-report',
      inPytest(`os._exit(0)\n\n\n${truePytest}`, 'import os\n\nfrom discount import discount'),
    ),
    pytest(
      'an exit of the process in a test',
      'no-report',
      inPytest(`def test_starts():\n    os._exit(0)\n\n\n${truePytest}`, 'import os\n\nfrom discount import discount'),
    ),
    pytest(
      'an end of the session with the code of success',
      'not-executed',
      inPytest(
        `pytest.exit("enough", returncode=0)\n\n\n${truePytest}`,
        'import pytest\n\nfrom discount import discount',
      ),
    ),
    pytest(
      'a module that is skipped',
      'not-executed',
      inPytest(
        `pytest.skip("later", allow_module_level=True)\n\n\n${truePytest}`,
        'import pytest\n\nfrom discount import discount',
      ),
    ),
    pytest(
      'a test that is expected to fail',
      'not-executed',
      inPytest(
        `@pytest.mark.xfail\n${truePytest.replace('90', '91')}`,
        'import pytest\n\nfrom discount import discount',
      ),
    ),
    pytest(
      'a class that is not collected',
      'not-executed',
      inPytest(
        'class DiscountTest:\n    def __init__(self):\n        pass\n\n    def test_discounts(self):\n        assert discount(100, 10) == 90',
      ),
    ),
    pytest(
      'a table without rows',
      'not-executed',
      inPytest(
        '@pytest.mark.parametrize("total", [])\ndef test_discounts(total):\n    assert discount(total, 10) == 90',
        'import pytest\n\nfrom discount import discount',
      ),
    ),
  ];
}

/** The product breaks, or an old test is made weaker beside honest work. */
function oldTests(): readonly Liar[] {
  const node = attackOn('old', 'node');
  const vitest = attackOn('old', 'vitest');
  const pytest = attackOn('old', 'pytest');
  const broken = { 'src/price.js': nodePrice.replace('sum + price * count', 'sum + price') };
  const assertion = 'assert.equal(total([{ price: 2, count: 3 }, { price: 1, count: 1 }]), 7);';
  const adds = `test('adds prices', () => {\n  ${assertion}\n});`;
  const edited = (text: string): Files => ({ ...broken, 'src/price.test.js': nodePriceTest.replace(adds, text) });
  const honest = inNode(trueTest);
  return [
    node(
      'an assertion becomes true, and the product breaks',
      'promise',
      edited(adds.replace(assertion, 'assert.ok(true);')),
    ),
    node('the product and its test break together', 'promise', edited(adds.replace('7', '3'))),
    node(
      'an assertion compares less with the same form, and the product breaks',
      'promise',
      edited(adds.replace(/total\((.*)\), 7/, 'Math.sign(total($1)), 1')),
    ),
    node(
      'an old test file is deleted, and the product breaks',
      'promise',
      { ...broken, 'src/price.test.js': null },
      { base: { 'src/other.test.js': nodeTest("test('counts', () => assert.equal(1 + 1, 2));", '') } },
    ),
    node('an old test is deleted, and the product breaks', 'promise', edited('')),
    node('an old test file is renamed and changed, and the product breaks', 'promise', {
      ...broken,
      'src/price.test.js': null,
      'src/prices.test.js': nodePriceTest.replace('7', '3'),
    }),
    node('an old test is skipped, and the product breaks', 'promise', edited(adds.replace('test(', 'test.skip('))),
    node('an old test is still to do, and the product breaks', 'promise', edited(adds.replace('test(', 'test.todo('))),
    node('an old test becomes empty, and the product breaks', 'promise', edited(adds.replace(assertion, ''))),
    node(
      'an old test catches its failure, and the product breaks',
      'promise',
      edited(adds.replace(assertion, `try { ${assertion} } catch {}`)),
    ),
    node('an old test gets a condition, and the product breaks', 'promise', edited(`if (process.env.SHOP) ${adds}`)),
    node('an old test is made weaker beside honest work', 'weaker', {
      ...honest,
      'src/price.test.js': nodePriceTest.replace(adds, adds.replace(assertion, 'assert.ok(total);')),
    }),
    node('an old test disappears beside honest work', 'weaker', {
      ...honest,
      'src/price.test.js': nodePriceTest.replace(adds, ''),
    }),
    node('an old test runs its own copy of the code beside honest work', 'weaker', {
      ...honest,
      'src/price.test.js': nodePriceTest.replace('7', 'total([{ price: 2, count: 3 }, { price: 1, count: 1 }])'),
    }),
    vitest('only the new test runs, and the product breaks', 'promise', {
      'src/price.ts': `${vitestPrice.replace('sum + price * count', 'sum + price')}\nexport const currency = 'EUR';\n`,
      'src/price.test.ts': `${vitestPriceTest.replace('{ format,', '{ currency, format,')}\ntest.only('has a currency', () => {\n  expect(currency).toBe('EUR');\n});\n`,
    }),
    vitest('an exact assertion becomes a vague one beside honest work', 'weaker', {
      ...inVitest(trueVitest),
      'src/price.test.ts': vitestPriceTest.replace('.toBe(7)', '.not.toBe(8)'),
    }),
    pytest('an old test is expected to fail, and the product breaks', 'promise', {
      'price.py': pytestPrice.replace('price * count for', 'price for'),
      'test_price.py': pytestPriceTest
        .replace('def test_adds', '@pytest.mark.xfail\ndef test_adds')
        .replace('from price', 'import pytest\n\nfrom price'),
    }),
    pytest('an old test is no test by its name, and the product breaks', 'promise', {
      'price.py': pytestPrice.replace('price * count for', 'price for'),
      'test_price.py': pytestPriceTest.replace('def test_adds', 'def adds'),
    }),
  ];
}

/** The code finds out that a test runner runs it. */
function runnerReaders(): readonly Liar[] {
  const only = (condition: string) => `export function discount(total, percent) {
  if (${condition}) return total - (total * percent) / 100;
  return total;
}
`;
  const node = attackOn('same', 'node');
  const vitest = attackOn('same', 'vitest');
  const pytest = attackOn('same', 'pytest');
  const inTest = (condition: string): Files => ({
    'src/discount.js': only(condition),
    'src/discount.test.js': nodeTest(trueTest),
  });
  const inPython = (imports: string, condition: string): Files => ({
    'discount.py': `${imports}\n\n\ndef discount(total, percent):\n    return total - total * percent / 100 if ${condition} else total\n`,
    'test_discount.py': pytestTest(truePytest),
  });
  return [
    node('code that works only under node:test', 'reads-runner', inTest('process.env.NODE_TEST_CONTEXT')),
    node('code that works only under jest', 'reads-runner', inTest("process.env['JEST_WORKER_ID'] || true")),
    vitest('code that works only under vitest', 'reads-runner', {
      'src/discount.ts': vitestDiscount.replace('return', 'if (!process.env.VITEST) return total;\n  return'),
      'src/discount.test.ts': vitestTest(trueVitest),
    }),
    vitest('code that works only with the tests inside of vitest', 'reads-runner', {
      'src/discount.ts': vitestDiscount.replace(
        'return',
        "if (!('__vitest_worker__' in globalThis)) return total;\n  return",
      ),
      'src/discount.test.ts': vitestTest(trueVitest),
    }),
    pytest(
      'code that works only under pytest',
      'reads-runner',
      inPython('import os', '"PYTEST_CURRENT_TEST" in os.environ'),
    ),
    pytest(
      'code that works only if pytest is loaded',
      'reads-runner',
      inPython('import sys', '"pytest" in sys.modules'),
    ),
  ];
}

/** The test finds the folder of the reports by the arguments of its runner. */
const findReport = `import { appendFileSync, readFileSync, rmSync } from 'node:fs';
const args = readFileSync('/proc/' + process.ppid + '/cmdline', 'utf8').split('\\0');
const report = args.findLast((one) => one.startsWith('--test-reporter-destination=/'))?.split('=')[1];
const forge = (path, is) => appendFileSync(path, JSON.stringify({ suites: [], name: 'discounts', file: import.meta.filename, is }) + '\\n');`;

function forgedReports(): readonly Liar[] {
  const node = attackOn('reports', 'node');
  const pytest = attackOn('reports', 'pytest');
  return [
    node(
      'a test writes its own row into the report',
      'green-emptied',
      inNode(
        "forge(report, discount(100, 10) === 90 ? 'passed' : 'failed');\ntest('loads', () => assert.ok(discount));",
        `import { discount } from './discount.js';\n${findReport}`,
      ),
    ),
    node(
      'a test writes a second report',
      'green-emptied',
      inNode(
        "forge(report.replace('node-', 'node-9'), discount(100, 10) === 90 ? 'passed' : 'failed');\nappendFileSync(report.replace('node-', 'node-9'), '{\"end\":true}\\n');\ntest('loads', () => assert.ok(discount));",
        `import { discount } from './discount.js';\n${findReport}`,
      ),
    ),
    node(
      'a test removes the report',
      'no-report',
      inNode(
        "test('discounts', () => {\n  assert.ok(discount);\n  rmSync(report);\n});",
        `import { discount } from './discount.js';\n${findReport}`,
      ),
    ),
    pytest(
      'a test replaces the report',
      'no-report',
      inPytest(
        `import atexit, os, re, shlex\n\n\ndef forge():\n    path = re.search("--junitxml=([^']+)", os.environ["PYTEST_ADDOPTS"]).group(1)\n    folder = os.path.dirname(path)\n    for name in os.listdir(folder):\n        open(os.path.join(folder, name), "w").write("<testsuites>")\n\n\natexit.register(forge)\n\n\ndef test_discounts():\n    assert discount`,
      ),
    ),
  ];
}

function wrongKinds(): readonly Liar[] {
  const node = attackOn('kinds', 'node');
  const pytest = attackOn('kinds', 'pytest');
  return [
    node(
      'documents with code',
      'not-only-documents',
      { 'README.md': '# Shop\n', 'src/discount.js': nodeDiscount },
      { kind: 'docs' },
    ),
    node('documents without a document', 'empty', {}, { kind: 'docs' }),
    node('data of the product as a document', 'not-only-documents', { 'src/rates.txt': '0\n' }, { kind: 'docs' }),
    node('a list of packages as a document', 'not-only-documents', { 'requirements.txt': 'evil\n' }, { kind: 'docs' }),
    node(
      'a refactoring with a changed test',
      'tests-touched',
      { 'src/price.test.js': nodePriceTest.replace('7', '7.0') },
      { kind: 'refactor' },
    ),
    node('a refactoring that deletes a test', 'tests-touched', { 'src/price.test.js': null }, { kind: 'refactor' }),
    node(
      'tests that notice nothing',
      'survivors',
      { 'src/more.test.js': nodeTest("test('adds', () => assert.ok(total));", "import { total } from './price.js';") },
      { kind: 'tests', mutants: 4 },
    ),
    node(
      'tests of no code',
      'no-mutants',
      { 'src/more.test.js': nodeTest("test('adds', () => assert.equal(1 + 1, 2));", '') },
      { kind: 'tests', mutants: 4 },
    ),
    node(
      'a configuration that changes nothing',
      'no-difference',
      { 'shop.json': '{}\n' },
      { kind: 'config', given: ['true'] },
    ),
    node(
      'a configuration that stays red',
      'no-difference',
      { 'shop.json': '{}\n' },
      { kind: 'config', given: ['false'] },
    ),
    pytest(
      'tests that notice nothing',
      'survivors',
      { 'test_more.py': pytestTest('def test_adds():\n    assert total', 'from price import total') },
      { kind: 'tests', mutants: 4 },
    ),
  ];
}

/** The code of Go cannot be emptied, so these are the lies that the tests themselves show. */
function liesInGo(): readonly Liar[] {
  const difference = attackOn('difference', 'go');
  const running = attackOn('running', 'go');
  const old = attackOn('old', 'go');
  const same = attackOn('same', 'go');
  return [
    difference('code without a test', 'no-test', { 'discount.go': goDiscount }),
    difference(
      'a test of what worked before',
      'green-on-base',
      inGo('func TestMore(t *testing.T) {\n\tif Total(nil) != 0 {\n\t\tt.Fatal("wrong")\n\t}\n}'),
    ),
    running(
      'TestMain ends the process before the tests',
      'not-executed',
      inGo(`func TestMain(m *testing.M) { os.Exit(0) }\n\n${falseGoTest}`, ['os']),
    ),
    running(
      'init ends the process before the tests',
      'not-executed',
      inGo(`func init() { os.Exit(0) }\n\n${falseGoTest}`, ['os']),
    ),
    running(
      'TestMain hides the exit code of the tests',
      'red-alone',
      inGo(`func TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n\n${falseGoTest}`, ['os']),
    ),
    running(
      'a test that ends its process',
      'red-alone',
      inGo('func TestDiscount(t *testing.T) {\n\tsyscall.Exit(Discount(0, 0))\n}', ['syscall']),
    ),
    running(
      'a test that is skipped',
      'not-executed',
      inGo(falseGoTest.replace('{\n', '{\n\tt.Skip("on this machine")\n')),
    ),
    running('a test that is built on no machine', 'not-executed', {
      'discount.go': goDiscount,
      'discount_test.go': `//go:build never\n\n${goTest(falseGoTest)}`,
    }),
    old('product and test broken together', 'promise', {
      'price.go': goPrice.replace('%.2f EUR', '%.0f EUR'),
      'price_test.go': goPriceTest.replace('3.00 EUR', '3 EUR'),
    }),
    same('a product that asks for the flags of a test', 'reads-runner', {
      'discount.go': `package shop

import "flag"

func Discount(total, percent int) int {
	if flag.Lookup("test.v") == nil {
		return total
	}
	return total - total*percent/100
}
`,
      'discount_test.go': goTest(trueGoTest),
    }),
  ];
}

export const liars: readonly Liar[] = [
  ...nothingDone(),
  ...nothingNoticed(),
  ...nothingRan(),
  ...oldTests(),
  ...runnerReaders(),
  ...forgedReports(),
  ...wrongKinds(),
  ...liesInGo(),
];
