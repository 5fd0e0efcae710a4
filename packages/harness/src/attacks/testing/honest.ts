/** Honest changes with the tests that people write. None of them may be sent back. */
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

export interface Honest extends Pick<ProvedChange, 'kind' | 'given' | 'checks' | 'changes' | 'mutants'> {
  readonly name: string;
  readonly runner: SmallRunner;
  /** Files of the base besides those of the small repository; `null` removes one of those. */
  readonly base?: Files;
  readonly change: Files;
  /** How it is proved; `ask` if a person must decide by nature. */
  readonly verdict: 'witness' | 'kind' | 'ask';
}

type More = Partial<Pick<Honest, 'kind' | 'given' | 'checks' | 'changes' | 'mutants' | 'base' | 'verdict'>>;

const honestWith =
  (runner: SmallRunner) =>
  (name: string, change: Files, more: More = {}): Honest => ({
    name: `${runner}: ${name}`,
    runner,
    change,
    verdict: 'witness',
    ...more,
  });

const node = honestWith('node');
const vitest = honestWith('vitest');
const pytest = honestWith('pytest');
const go = honestWith('go');

/** A new file of the product with its test. */
const nodeFiles = (code: string, imports: string, body: string): Files => ({
  'src/shop.js': `${code}\n`,
  'src/shop.test.js': nodeTest(body, imports === '' ? '' : `import ${imports} from './shop.js';`),
});
const vitestFiles = (code: string, imports: string, body: string): Files => ({
  'src/shop.ts': `${code}\n`,
  'src/shop.test.ts': vitestTest(
    body,
    `import { describe, it, vi } from 'vitest';\nimport ${imports} from './shop.ts';`,
  ),
});
const pytestFiles = (code: string, imports: string, body: string): Files => ({
  'shop.py': `${code}\n`,
  'test_shop.py': pytestTest(body, imports),
});

const discount = `export function discount(total, percent) {
  if (percent < 0 || percent > 100) throw new RangeError('A percentage is between 0 and 100');
  return total - (total * percent) / 100;
}
`;
const discountTests = `test('discounts', () => {
  assert.equal(discount(100, 10), 90);
  assert.equal(discount(50, 100), 0);
});

test('refuses a wrong percentage', () => {
  assert.throws(() => discount(100, 101), RangeError);
  assert.throws(() => discount(100, -1), RangeError);
});`;
const importDiscount = "import { discount } from './discount.js';";
const withTest = (text: string, test: string, imports = '') => `${imports}${text}\n${test}\n`;

const newCode: readonly Honest[] = [
  node(
    'a function in a new file, with mutants',
    { 'src/discount.js': discount, 'src/discount.test.js': nodeTest(discountTests, importDiscount) },
    { mutants: 12 },
  ),
  node('a function in an existing file, tested in the existing test file', {
    'src/price.js': `${nodePrice}\nexport function cheapest(items) {\n  return items.toSorted((a, b) => a.price - b.price)[0];\n}\n`,
    'src/price.test.js': withTest(
      nodePriceTest.replace('{ format,', '{ cheapest, format,'),
      "test('finds the cheapest item', () => {\n  assert.deepEqual(cheapest([{ price: 2 }, { price: 1 }]), { price: 1 });\n});",
    ),
  }),
  node(
    'a class with a constructor, a getter and a static method',
    nodeFiles(
      `export class Cart {
  #items;
  constructor(items = []) {
    this.#items = items;
  }
  static empty() {
    return new Cart();
  }
  get size() {
    return this.#items.length;
  }
  add(item) {
    return new Cart([...this.#items, item]);
  }
}`,
      '{ Cart }',
      `test('counts its items', () => {
  assert.equal(Cart.empty().size, 0);
  assert.equal(Cart.empty().add('a').add('b').size, 2);
});`,
    ),
  ),
  node(
    'an async function',
    nodeFiles(
      'export async function load(read) {\n  const text = await read();\n  return JSON.parse(text);\n}',
      '{ load }',
      "test('loads', async () => {\n  assert.deepEqual(await load(async () => '{\"a\":1}'), { a: 1 });\n});\n\ntest('fails for broken data', async () => {\n  await assert.rejects(load(async () => '{'));\n});",
    ),
  ),
  node(
    'a generator',
    nodeFiles(
      'export function* pages(count) {\n  for (let page = 1; page <= count; page++) yield page;\n}',
      '{ pages }',
      "test('lists pages', () => {\n  assert.deepEqual([...pages(3)], [1, 2, 3]);\n});",
    ),
  ),
  node(
    'a constant table, with mutants',
    nodeFiles(
      'export const rates = { EUR: 1, USD: 1.1, JPY: 160 };\nexport const currencies = Object.keys(rates);',
      '{ currencies, rates }',
      "test('has rates', () => {\n  assert.equal(rates.USD, 1.1);\n  assert.equal(rates.JPY, 160);\n  assert.deepEqual(currencies, ['EUR', 'USD', 'JPY']);\n});",
    ),
    { mutants: 12 },
  ),
  node('a new export of an old function', {
    'src/index.js': "export { total } from './price.js';\nexport { format as formatAmount } from './price.js';\n",
    'src/index.test.js': nodeTest(
      "test('exports', () => {\n  assert.equal(total([{ price: 2, count: 1 }]), 2);\n  assert.equal(formatAmount(1), '1.00 EUR');\n});",
      "import { formatAmount, total } from './index.js';",
    ),
  }),
  node(
    'a default export',
    nodeFiles(
      "export default (name) => ['Hello, ', name, '!'].join('');",
      'greet',
      "test('greets', () => assert.equal(greet('you'), 'Hello, you!'));",
    ),
  ),
  node('CommonJS', {
    'src/legacy.cjs': 'const half = (n) => n / 2;\nmodule.exports = { half, limit: 5 };\n',
    'src/legacy.test.cjs':
      "const test = require('node:test');\nconst assert = require('node:assert');\nconst { half, limit } = require('./legacy.cjs');\n\ntest('halves', () => {\n  assert.strictEqual(half(4), 2);\n  assert.strictEqual(limit, 5);\n});\n",
  }),
  node('a program whose output is tested by a child process', {
    'bin/shop.js':
      "#!/usr/bin/env node\nimport { format } from '../src/price.js';\n\nconsole.log(format(Number(process.argv[2])));\n",
    'test/shop.test.js': nodeTest(
      "test('prints an amount', () => {\n  assert.equal(execFileSync(process.execPath, ['bin/shop.js', '3'], { encoding: 'utf8' }), '3.00 EUR\\n');\n});",
      "import { execFileSync } from 'node:child_process';",
    ),
  }),
  node(
    'an option of a program',
    {
      'bin/shop.js':
        "import { format } from '../src/price.js';\n\nconst main = (args) => {\n  if (args.includes('--help')) return 'usage: shop amount';\n  return format(Number(args[0]));\n};\nconsole.log(main(process.argv.slice(2)));\n",
      'test/shop.test.js': nodeTest(
        "test('prints its usage', () => {\n  const { stdout } = spawnSync(process.execPath, ['bin/shop.js', '--help'], { encoding: 'utf8' });\n  assert.match(stdout, /^usage: shop/);\n});",
        "import { spawnSync } from 'node:child_process';",
      ),
    },
    {
      base: {
        'bin/shop.js': "import { format } from '../src/price.js';\n\nconsole.log(format(Number(process.argv[2])));\n",
      },
    },
  ),
  node(
    'code that the test uses when it is loaded',
    nodeFiles(
      "export function createApp() {\n  const routes = new Map([['/', 'home']]);\n  return { handle: (path) => routes.get(path) ?? 'not found' };\n}",
      '{ createApp }',
      "const app = createApp();\nconst { handle } = app;\n\ntest('answers', () => {\n  assert.equal(handle('/'), 'home');\n  assert.equal(handle('/x'), 'not found');\n});",
    ),
  ),
  node('several files at once', {
    'src/discount.js': discount,
    'src/discount.test.js': nodeTest(discountTests, importDiscount),
    'src/tax.js':
      "import { discount } from './discount.js';\n\nexport const withTax = (total, percent) => discount(total, percent) * 1.2;\n",
    'src/tax.test.js': nodeTest(
      "test('adds the tax', () => assert.equal(withTax(100, 50), 60));",
      "import { withTax } from './tax.js';",
    ),
    'README.md': '# Shop\n\nDiscounts and taxes.\n',
  }),
  node('ends of lines of Windows', {
    'src/discount.js': discount.replaceAll('\n', '\r\n'),
    'src/discount.test.js': nodeTest(discountTests, importDiscount).replaceAll('\n', '\r\n'),
  }),
  node(
    'a package of a workspace',
    {
      'packages/cart/src/cart.js': 'export const count = (items) => items.length;\n',
      'packages/cart/src/cart.test.js': nodeTest(
        "test('counts', () => assert.equal(count(['a']), 1));",
        "import { count } from './cart.js';",
      ),
    },
    {
      base: {
        'package.json':
          '{ "private": true, "workspaces": ["packages/*"], "scripts": { "test": "npm test --workspaces" } }\n',
        'packages/cart/package.json':
          '{ "name": "cart", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test" } }\n',
        'packages/cart/src/old.test.js': nodeTest("test('is old', () => assert.equal(1 + 1, 2));", ''),
      },
      checks: ['npm test'],
    },
  ),
  node(
    'a script that runs a linter first, which is not installed',
    { 'src/discount.js': discount, 'src/discount.test.js': nodeTest(discountTests, importDiscount) },
    {
      base: {
        'package.json':
          '{ "type": "module", "scripts": { "lint": "eslint .", "test": "npm run lint && eslint src && node --test" } }\n',
      },
      checks: ['npm run lint', 'npm test'],
    },
  ),
  node(
    'a product that is built before its tests run',
    {
      'lib/half.js': 'export const half = (n) => n / 2;\n',
      'test/half.test.js': nodeTest(
        "test('halves', () => assert.equal(half(4), 2));",
        "import { half } from '../dist/half.js';",
      ),
    },
    {
      base: {
        '.gitignore': 'dist\n',
        'lib/old.js': 'export const old = 1;\n',
        'package.json':
          '{ "type": "module", "scripts": { "build": "rm -rf dist && cp -r lib dist", "test": "node --test" } }\n',
      },
      checks: ['npm run build', 'npm test'],
    },
  ),
  vitest(
    'a function in a new file, with mutants',
    vitestFiles(
      "export function discount(total: number, percent: number): number {\n  if (percent > 100) throw new RangeError('too much');\n  return total - (total * percent) / 100;\n}",
      '{ discount }',
      "test('discounts', () => {\n  expect(discount(100, 10)).toBe(90);\n  expect(discount(100, 100)).toBe(0);\n});\n\ntest('refuses more than everything', () => {\n  expect(() => discount(1, 101)).toThrow('too much');\n});",
    ),
    { mutants: 12 },
  ),
  vitest(
    'an enum, a generic class and its subclass',
    vitestFiles(
      `export enum Size {
  Small = 's',
  Large = 'l',
}

abstract class Store<T> {
  protected readonly items: T[] = [];
  abstract accepts(item: T): boolean;
  add(item: T): this {
    if (this.accepts(item)) this.items.push(item);
    return this;
  }
  all(): readonly T[] {
    return this.items;
  }
}

export class Sizes extends Store<Size> {
  constructor(private readonly only: Size) {
    super();
  }
  override accepts(item: Size): boolean {
    return item === this.only;
  }
}`,
      '{ Size, Sizes }',
      "describe('sizes', () => {\n  describe('of one kind', () => {\n    it('keeps only these', () => {\n      expect(new Sizes(Size.Large).add(Size.Small).add(Size.Large).all()).toEqual(['l']);\n    });\n  });\n});",
    ),
  ),
  vitest(
    'a table of cases',
    vitestFiles(
      "export const slug = (title: string): string => title.trim().toLowerCase().replace(/\\s+/g, '-');",
      '{ slug }',
      "test.each([\n  ['Hello World', 'hello-world'],\n  [' A  b ', 'a-b'],\n])('the slug of %s is %s', (title, expected) => {\n  expect(slug(title)).toBe(expected);\n});",
    ),
  ),
  vitest('a snapshot in a file and one in the test', {
    'src/shop.ts':
      "export const receipt = (names: readonly string[]) => ({ title: 'Receipt', lines: names.map((name) => '- ' + name) });\n",
    'src/shop.test.ts': vitestTest(
      "test('prints a receipt', () => {\n  expect(receipt(['tea'])).toMatchSnapshot();\n  expect(receipt([]).title).toMatchInlineSnapshot(`\"Receipt\"`);\n});",
      "import { receipt } from './shop.ts';",
    ),
    'src/__snapshots__/shop.test.ts.snap':
      '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`prints a receipt 1`] = `\n{\n  "lines": [\n    "- tea",\n  ],\n  "title": "Receipt",\n}\n`;\n',
  }),
  vitest('a mock of another module, and a fake clock', {
    'src/shop.ts':
      "import { total } from './price.ts';\n\nexport const bill = (items: Parameters<typeof total>[0]) => ({ at: Date.now(), sum: total(items) });\n",
    'src/shop.test.ts': vitestTest(
      "vi.mock('./price.ts', () => ({ total: vi.fn(() => 5) }));\n\ntest('writes a bill', () => {\n  vi.useFakeTimers({ now: 1000 });\n  expect(bill([])).toEqual({ at: 1000, sum: 5 });\n  vi.useRealTimers();\n});",
      "import { vi } from 'vitest';\nimport { bill } from './shop.ts';",
    ),
  }),
  vitest(
    'a promise, an event and a called function',
    vitestFiles(
      "export async function notify(send: (text: string) => Promise<void>, names: readonly string[]): Promise<number> {\n  for (const name of names) await send('Hello ' + name);\n  if (names.length === 0) throw new Error('nobody');\n  return names.length;\n}",
      '{ notify }',
      "test('sends to all', async () => {\n  const send = vi.fn(async () => {});\n  await expect(notify(send, ['a', 'b'])).resolves.toBe(2);\n  expect(send).toHaveBeenCalledWith('Hello a');\n});\n\ntest('fails without names', async () => {\n  await expect(notify(async () => {}, [])).rejects.toThrow('nobody');\n});",
    ),
  ),
  vitest('JavaScript with soft assertions', {
    'src/shop.js': 'export const halves = (n) => [n / 2, n / 2];\n',
    'src/shop.test.js': vitestTest(
      "test('halves', () => {\n  expect.soft(halves(4)).toEqual([2, 2]);\n  expect.soft(halves(2)).toHaveLength(2);\n});",
      "import { halves } from './shop.js';",
    ),
  }),
  pytest(
    'a function in a new file, with mutants',
    pytestFiles(
      'def discount(total, percent):\n    if percent > 100:\n        raise ValueError("too much")\n    return total - total * percent / 100',
      'import pytest\n\nfrom shop import discount',
      'def test_discounts():\n    assert discount(100, 10) == 90\n    assert discount(100, 100) == 0\n\n\ndef test_refuses_more_than_everything():\n    with pytest.raises(ValueError):\n        discount(1, 101)',
    ),
    { mutants: 12 },
  ),
  pytest(
    'a class with a property, and a class of tests',
    pytestFiles(
      'class Cart:\n    def __init__(self, items=()):\n        self.items = list(items)\n\n    @property\n    def size(self):\n        return len(self.items)\n\n    @staticmethod\n    def of(*items):\n        return Cart(items)',
      'from shop import Cart',
      'class TestCart:\n    def test_counts(self):\n        assert Cart.of("a", "b").size == 2\n\n    def test_is_empty(self):\n        assert Cart().size == 0',
    ),
  ),
  pytest(
    'a table of cases, with a fixture',
    pytestFiles(
      'def slug(title):\n    return "-".join(title.lower().split())',
      'import pytest\n\nfrom shop import slug',
      '@pytest.fixture\ndef title():\n    return "Hello World"\n\n\ndef test_slug(title):\n    assert slug(title) == "hello-world"\n\n\n@pytest.mark.parametrize("text, expected", [("A b", "a-b"), ("", "")])\ndef test_slugs(text, expected):\n    assert slug(text) == expected',
    ),
  ),
  pytest(
    'a generator, a context and a decorator',
    pytestFiles(
      'import contextlib\nimport functools\n\n\ndef pages(count):\n    for page in range(1, count + 1):\n        yield page\n\n\n@contextlib.contextmanager\ndef opened(log):\n    log.append("open")\n    yield log\n    log.append("close")\n\n\ndef twice(function):\n    @functools.wraps(function)\n    def wrapper(*args):\n        return function(*args) * 2\n\n    return wrapper',
      'from shop import opened, pages, twice',
      'def test_pages():\n    assert list(pages(3)) == [1, 2, 3]\n\n\ndef test_opened():\n    log = []\n    with opened(log):\n        assert log == ["open"]\n    assert log == ["open", "close"]\n\n\ndef test_twice():\n    assert twice(lambda n: n + 1)(2) == 6',
    ),
  ),
  pytest('a package with its tests in a folder, and a module constant', {
    'shop/__init__.py': 'from .rates import RATES, convert\n\n__all__ = ["RATES", "convert"]\n',
    'shop/rates.py':
      'RATES = {"EUR": 1, "USD": 2}\n\n\ndef convert(amount, currency):\n    return amount * RATES[currency]\n',
    'tests/test_rates.py': pytestTest(
      'def test_converts():\n    assert convert(3, "USD") == 6\n\n\ndef test_rates():\n    assert RATES["USD"] == 2',
      'from shop import RATES, convert',
    ),
  }),
  pytest('a program whose output is tested by a child process', {
    'main.py':
      'import sys\n\nfrom price import format_amount\n\n\ndef main(args):\n    print(format_amount(float(args[0])))\n\n\nif __name__ == "__main__":\n    main(sys.argv[1:])\n',
    'test_main.py': pytestTest(
      'def test_prints():\n    done = subprocess.run([sys.executable, "main.py", "3"], capture_output=True, text=True)\n    assert done.stdout == "3.00 EUR\\n"',
      'import subprocess\nimport sys',
    ),
  }),
  pytest(
    'a test case of unittest',
    pytestFiles(
      'import dataclasses\n\n\n@dataclasses.dataclass(frozen=True)\nclass Point:\n    x: int = 0\n    y: int = 0\n\n    def __add__(self, other):\n        return Point(self.x + other.x, self.y + other.y)',
      'import unittest\n\nfrom shop import Point',
      'class PointTest(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(Point(1, 2) + Point(3, 4), Point(4, 6))',
    ),
  ),
];

const fixedFormat = nodePrice.replace('amount.toFixed(2)', '(Math.round(amount * 100) / 100).toFixed(2)');

const changedCode: readonly Honest[] = [
  node('a bug fix with a new test in the existing file', {
    'src/price.js': nodePrice.replace('sum + price * count', 'sum + price * (count ?? 1)'),
    'src/price.test.js': withTest(
      nodePriceTest,
      "test('counts an item once by default', () => {\n  assert.equal(total([{ price: 2 }]), 2);\n});",
    ),
  }),
  node('a default parameter', {
    'src/price.js': nodePrice.replace(
      "format(amount) {\n  return amount.toFixed(2) + ' EUR';",
      "format(amount, currency = 'EUR') {\n  return amount.toFixed(2) + ' ' + currency;",
    ),
    'src/price.test.js': withTest(
      nodePriceTest,
      "test('formats another currency', () => {\n  assert.equal(format(1, 'USD'), '1.00 USD');\n});",
    ),
  }),
  node('a thrown error', {
    'src/price.js': nodePrice.replace(
      '  return amount',
      "  if (Number.isNaN(amount)) throw new TypeError('not a number');\n  return amount",
    ),
    'src/price.test.js': withTest(
      nodePriceTest,
      "test('refuses what is no number', () => {\n  assert.throws(() => format(Number.NaN), /not a number/);\n});",
    ),
  }),
  node(
    'a repaired product, whose test was red before',
    { 'src/price.js': nodePrice },
    { base: { 'src/price.js': nodePrice.replace('price * count', 'price') } },
  ),
  node(
    'data in JSON',
    {
      'src/rates.json': '{ "EUR": 1, "USD": 1.1 }\n',
      'src/rates.test.js': withTest(
        nodeTest("test('knows the euro', () => assert.equal(rate('EUR'), 1));", "import { rate } from './rates.js';"),
        "test('knows the dollar', () => assert.equal(rate('USD'), 1.1));",
      ),
    },
    {
      base: {
        'src/rates.json': '{ "EUR": 1 }\n',
        'src/rates.js':
          "import { readFileSync } from 'node:fs';\n\nconst rates = JSON.parse(readFileSync(new URL('rates.json', import.meta.url), 'utf8'));\nexport const rate = (currency) => rates[currency];\n",
        'src/rates.test.js': nodeTest(
          "test('knows the euro', () => assert.equal(rate('EUR'), 1));",
          "import { rate } from './rates.js';",
        ),
      },
    },
  ),
  node('a test with a helper and a fixture', {
    'src/discount.js': discount,
    'test/helpers/cart.js':
      "import { readFileSync } from 'node:fs';\n\nexport const cart = () => JSON.parse(readFileSync(new URL('../fixtures/cart.json', import.meta.url), 'utf8'));\n",
    'test/fixtures/cart.json': '{ "total": 100, "percent": 25 }\n',
    'test/discount.test.js': nodeTest(
      "test('discounts a cart', () => {\n  const { total, percent } = cart();\n  assert.equal(discount(total, percent), 75);\n});",
      "import { discount } from '../src/discount.js';\nimport { cart } from './helpers/cart.js';",
    ),
  }),
  node('nested suites with hooks', {
    'src/discount.js': discount,
    'src/discount.test.js': nodeTest(
      "describe('discount', () => {\n  let total;\n  beforeEach(() => {\n    total = 100;\n  });\n  describe('of ten percent', () => {\n    it('is 90', () => assert.equal(discount(total, 10), 90));\n  });\n  for (const percent of [20, 30]) it('of ' + percent + ' percent', () => assert.equal(discount(total, percent), 100 - percent));\n});",
      `import { beforeEach, describe, it } from 'node:test';\n${importDiscount}`,
    ),
  }),
  node(
    'a test that uses another test file',
    {
      'src/discount.js': discount,
      'src/discount.test.js': nodeTest(
        "test('discounts a sum', () => assert.equal(discount(sample, 50), 3.5));",
        `${importDiscount}\nimport { sample } from './sample.test.js';`,
      ),
    },
    {
      base: {
        'src/sample.test.js': nodeTest(
          "export const sample = 7;\ntest('has a sample', () => assert.equal(sample, 7));",
          '',
        ),
      },
    },
  ),
  node('a test that needs the files of other tests', {
    'src/discount.js': discount,
    'src/discount.test.js': nodeTest(
      "test('every file has a test', () => {\n  assert.equal(readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.js')).length, 2);\n  assert.equal(discount(100, 10), 90);\n});",
      `import { readdirSync } from 'node:fs';\n${importDiscount}`,
    ),
  }),
  node('a test of behaviour beside one that compares the source', {
    'src/discount.js': discount,
    'src/discount.test.js': nodeTest(
      `${discountTests}

test('has no line that is too long, and ends with one line break', () => {
  const text = readFileSync(new URL('discount.js', import.meta.url), 'utf8');
  assert.match(text, /[^\\n]\\n$/);
  assert.equal(text.split('\\n').length, 5);
});`,
      `import { readFileSync } from 'node:fs';\n${importDiscount}`,
    ),
  }),
  node('a test that is slow to load', {
    'src/discount.js': discount,
    'src/discount.test.js': nodeTest(
      `await new Promise((resolve) => setTimeout(resolve, 800));\n${discountTests}`,
      importDiscount,
    ),
  }),
  node(
    'changed behaviour that the plan lists',
    { 'src/price.js': nodePrice.replace(' EUR', ' €'), 'src/price.test.js': nodePriceTest.replace(' EUR', ' €') },
    { changes: ['src/price.test.js'] },
  ),
  node(
    'changed behaviour that no plan lists',
    { 'src/price.js': nodePrice.replace(' EUR', ' €'), 'src/price.test.js': nodePriceTest.replace(' EUR', ' €') },
    { verdict: 'ask' },
  ),
  node(
    'a removed feature with its test',
    {
      'src/price.js': nodePrice.slice(0, nodePrice.indexOf('\nexport function format')),
      'src/price.test.js': nodePriceTest.slice(0, nodePriceTest.indexOf("\ntest('formats")).replace('{ format,', '{'),
    },
    { verdict: 'ask' },
  ),
  node(
    'a renamed file with a new function',
    {
      'src/price.js': null,
      'src/prices.js': `${nodePrice}\nexport const free = (items) => total(items) === 0;\n`,
      'src/price.test.js': withTest(
        nodePriceTest.replace("{ format, total } from './price.js'", "{ format, free, total } from './prices.js'"),
        "test('is free', () => {\n  assert.equal(free([]), true);\n  assert.equal(free([{ price: 1, count: 1 }]), false);\n});",
      ),
    },
    { changes: ['src/price.test.js'] },
  ),
  node('a renamed test file and test, with a new test', {
    'src/price.js': `${nodePrice}\nexport const free = (items) => total(items) === 0;\n`,
    'src/price.test.js': null,
    'src/prices.test.js': withTest(
      nodePriceTest.replace('{ format,', '{ format, free,').replace("'adds prices'", "'adds all prices'"),
      "test('is free', () => {\n  assert.equal(free([]), true);\n  assert.equal(free([{ price: 1, count: 1 }]), false);\n});",
    ),
  }),
  vitest('a bug fix with a new test in the existing file', {
    'src/price.ts': vitestPrice
      .replace('count: number;', 'count?: number;')
      .replace('price, count }', 'price, count = 1 }'),
    'src/price.test.ts': withTest(
      vitestPriceTest,
      "test('counts an item once by default', () => {\n  expect(total([{ price: 2 }])).toBe(2);\n});",
    ),
  }),
  vitest('a stricter assertion in an old test', {
    'src/price.ts': `${vitestPrice}\nexport const free = (items: readonly Item[]): boolean => total(items) === 0;\n`,
    'src/price.test.ts': vitestPriceTest
      .replace('{ format,', '{ format, free,')
      .replace(
        ".toBe('3.00 EUR');",
        ".toBe('3.00 EUR');\n  expect(format(0.5)).toBe('0.50 EUR');\n  expect(free([])).toBe(true);",
      ),
  }),
  pytest('a bug fix with a new test in the existing file', {
    'price.py': pytestPrice.replace(
      'f"{amount:.2f} EUR"',
      'f"{round(amount, 2):.2f} EUR" if amount is not None else "free"',
    ),
    'test_price.py': withTest(
      pytestPriceTest,
      '\ndef test_formats_nothing():\n    assert format_amount(None) == "free"',
    ),
  }),
  pytest('a default parameter', {
    'price.py': pytestPrice.replace(
      '(amount):\n    return f"{amount:.2f} EUR"',
      '(amount, currency="EUR"):\n    return f"{amount:.2f} {currency}"',
    ),
    'test_price.py': withTest(
      pytestPriceTest,
      '\ndef test_formats_dollars():\n    assert format_amount(1, "USD") == "1.00 USD"',
    ),
  }),
  pytest('a read file, and a printed line', {
    'price.py': `${pytestPrice}\n\ndef show(path):\n    print(format_amount(float(path.read_text())))\n`,
    'test_price.py': withTest(
      pytestPriceTest.replace('total\n', 'show, total\n'),
      '\ndef test_shows(tmp_path, capsys):\n    (tmp_path / "a").write_text("3")\n    show(tmp_path / "a")\n    assert capsys.readouterr().out == "3.00 EUR\\n"',
    ),
  }),
];

const kinds: readonly Honest[] = [
  node('documents', { 'README.md': '# Shop\n', 'docs/prices.md': '# Prices\n' }, { kind: 'docs', verdict: 'kind' }),
  node(
    'a refactoring',
    { 'src/price.js': fixedFormat.replace('amount', 'value').replace('amount * 100', 'value * 100') },
    { kind: 'refactor', verdict: 'kind' },
  ),
  node(
    'tests of code that had none',
    {
      'src/discount.test.js': nodeTest(discountTests, importDiscount),
    },
    { kind: 'tests', verdict: 'kind', mutants: 6, base: { 'src/discount.js': discount } },
  ),
  node(
    'a configuration',
    { 'shop.json': '{ "currency": "EUR" }\n' },
    { kind: 'config', verdict: 'kind', given: ['grep EUR shop.json'] },
  ),
  node(
    'a command of the task',
    { 'shop.txt': 'EUR\n', 'src/discount.js': discount },
    { given: ['grep -q EUR shop.txt'] },
  ),
  pytest(
    'tests of code that had none',
    {
      'test_rates.py': pytestTest(
        'def test_converts():\n    assert convert(3, 2) == 6\n    assert convert(0, 2) == 1',
        'from rates import convert',
      ),
    },
    {
      kind: 'tests',
      verdict: 'kind',
      mutants: 6,
      base: { 'rates.py': 'def convert(amount, rate):\n    return max(1, amount * rate)\n' },
    },
  ),
];

const goDiscount = `package shop

import "errors"

// Discount takes a percentage off.
func Discount(total, percent int) (int, error) {
	if percent < 0 || percent > 100 {
		return 0, errors.New("a percentage is between 0 and 100")
	}
	return total - total*percent/100, nil
}
`;

const inGo: readonly Honest[] = [
  go('a function in a new file, with a table of cases', {
    'discount.go': goDiscount,
    'discount_test.go': goTest(`func TestDiscount(t *testing.T) {
	for name, test := range map[string]struct{ total, percent, want int }{
		"ten percent": {100, 10, 90},
		"everything":  {50, 100, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := Discount(test.total, test.percent); err != nil || got != test.want {
				t.Errorf("got %d, %v", got, err)
			}
		})
	}
}

func TestDiscountRefusesAWrongPercentage(t *testing.T) {
	if _, err := Discount(1, 101); err == nil {
		t.Error("no error")
	}
}`),
  }),
  go('a function in an existing file, tested in the existing test file', {
    'price.go': `${goPrice}\nfunc Half(amount float64) float64 {\n\treturn amount / 2\n}\n`,
    'price_test.go': `${goPriceTest}\nfunc TestHalf(t *testing.T) {\n\tif Half(3) != 1.5 {\n\t\tt.Error("wrong")\n\t}\n}\n`,
  }),
  go(
    'a repaired function',
    {
      'price.go': goPrice,
      'price_test.go': `${goPriceTest}\nfunc TestTotalCounts(t *testing.T) {\n\tif Total([]Item{{2, 2}}) != 4 {\n\t\tt.Error("wrong")\n\t}\n}\n`,
    },
    {
      base: {
        'price.go': goPrice.replace('item.Price * item.Count', 'item.Price'),
        'price_test.go': goPriceTest.replace('{2, 3}, {1, 1}', '{6, 1}, {1, 1}'),
      },
    },
  ),
  go('a new package with an example and tests from outside', {
    'cart/cart.go': 'package cart\n\nfunc Size(items ...string) int {\n\treturn len(items)\n}\n',
    'cart/cart_test.go': `package cart_test

import (
	"fmt"
	"testing"

	"example.com/shop/cart"
)

func ExampleSize() {
	fmt.Println(cart.Size("tea", "milk"))
	// Output: 2
}

func TestSize(t *testing.T) {
	if cart.Size() != 0 {
		t.Fatal("not empty")
	}
}
`,
  }),
  go(
    'a test that needs a function of another test file',
    {
      'discount.go': goDiscount,
      'discount_test.go': goTest(
        'func TestDiscount(t *testing.T) {\n\tgot, _ := Discount(100, 10)\n\tequal(t, got, 90)\n}',
      ),
    },
    {
      base: {
        'more_test.go': goTest(
          'func equal(t *testing.T, got, want int) {\n\tif got != want {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n\nfunc TestNothing(t *testing.T) {\n\tequal(t, Total(nil), 0)\n}',
        ),
      },
    },
  ),
];

export const honestChanges: readonly Honest[] = [...newCode, ...changedCode, ...kinds, ...inGo];

/** A person decides about these by nature; the bar is two. */
export const asked = honestChanges.filter(({ verdict }) => verdict === 'ask');
