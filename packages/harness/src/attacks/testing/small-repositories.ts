/** Small repositories with the same product for each test runner, to which honest and dishonest changes are made. */
import { findProgram } from '@harness/effects/process/find';
import type { Files, ProvedChange } from '../../testing/prove.ts';

export const smallRunners = ['node', 'vitest', 'pytest', 'go'] as const;
export type SmallRunner = (typeof smallRunners)[number];

export interface SmallRepository extends Pick<ProvedChange, 'checks' | 'installed'> {
  readonly base: Files;
}

const manifest = (test: string) => `${JSON.stringify({ name: 'shop', type: 'module', scripts: { test } }, null, 2)}\n`;

/** Imports of a test of `node:test`. */
export const nodeTest = (body: string, imports = "import { discount } from './discount.js';") =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n${imports}\n\n${body}\n`;

export const vitestTest = (body: string, imports = "import { discount } from './discount.ts';") =>
  `import { expect, test } from 'vitest';\n${imports}\n\n${body}\n`;

export const pytestTest = (body: string, imports = 'from discount import discount') => `${imports}\n\n\n${body}\n`;

/** A test of the package `shop`. */
export const goTest = (body: string, imports: readonly string[] = []) =>
  `package shop\n\nimport (\n${[...imports, 'testing'].map((name) => `\t"${name}"\n`).join('')})\n\n${body}\n`;

export const nodePrice = `export function total(items) {
  return items.reduce((sum, { price, count }) => sum + price * count, 0);
}

export function format(amount) {
  return amount.toFixed(2) + ' EUR';
}
`;

export const nodePriceTest = nodeTest(
  `test('adds prices', () => {
  assert.equal(total([{ price: 2, count: 3 }, { price: 1, count: 1 }]), 7);
});

test('formats an amount', () => {
  assert.equal(format(3), '3.00 EUR');
});`,
  "import { format, total } from './price.js';",
);

export const vitestPrice = `export interface Item {
  price: number;
  count: number;
}

export function total(items: readonly Item[]): number {
  return items.reduce((sum, { price, count }) => sum + price * count, 0);
}

export function format(amount: number): string {
  return amount.toFixed(2) + ' EUR';
}
`;

export const vitestPriceTest = vitestTest(
  `test('adds prices', () => {
  expect(total([{ price: 2, count: 3 }, { price: 1, count: 1 }])).toBe(7);
});

test('formats an amount', () => {
  expect(format(3)).toBe('3.00 EUR');
});`,
  "import { format, total } from './price.ts';",
);

export const pytestPrice = `def total(items):
    return sum(price * count for price, count in items)


def format_amount(amount):
    return f"{amount:.2f} EUR"
`;

export const pytestPriceTest = pytestTest(
  `def test_adds_prices():
    assert total([(2, 3), (1, 1)]) == 7


def test_formats_an_amount():
    assert format_amount(3) == "3.00 EUR"`,
  'from price import format_amount, total',
);

export const goPrice = `package shop

import "fmt"

type Item struct {
	Price int
	Count int
}

func Total(items []Item) int {
	sum := 0
	for _, item := range items {
		sum += item.Price * item.Count
	}
	return sum
}

func Format(amount float64) string {
	return fmt.Sprintf("%.2f EUR", amount)
}
`;

export const goPriceTest = goTest(`func TestTotal(t *testing.T) {
	if sum := Total([]Item{{2, 3}, {1, 1}}); sum != 7 {
		t.Errorf("the sum is %d", sum)
	}
}

func TestFormat(t *testing.T) {
	if text := Format(3); text != "3.00 EUR" {
		t.Errorf("the text is %q", text)
	}
}`);

export const smallRepositories: Readonly<Record<SmallRunner, SmallRepository>> = {
  node: {
    checks: ['node --test'],
    base: {
      'package.json': manifest('node --test'),
      'src/price.js': nodePrice,
      'src/price.test.js': nodePriceTest,
    },
  },
  vitest: {
    checks: ['node_modules/.bin/vitest run'],
    installed: ['vitest'],
    base: {
      'package.json': manifest('vitest run'),
      'src/price.ts': vitestPrice,
      'src/price.test.ts': vitestPriceTest,
    },
  },
  pytest: {
    checks: ['python3 -m pytest -q'],
    base: { 'price.py': pytestPrice, 'test_price.py': pytestPriceTest },
  },
  go: {
    checks: ['go test ./...'],
    base: {
      'go.mod': 'module example.com/shop\n\ngo 1.19\n',
      'price.go': goPrice,
      'price_test.go': goPriceTest,
    },
  },
};

const installedPrograms = { pytest: 'pytest', go: 'go' } as const satisfies Partial<Record<SmallRunner, string>>;

/** Whether a runner is missing on this machine. The runners of Node are dependencies of this repository. */
export const isRunnerMissing = (runner: SmallRunner): boolean =>
  runner in installedPrograms &&
  findProgram(installedPrograms[runner as keyof typeof installedPrograms], process.env['PATH'] ?? '') === undefined;

/** The runner, and why its changes are skipped. */
export const runnerTitle = (runner: SmallRunner): string =>
  isRunnerMissing(runner) ? `${runner} (skipped: not installed)` : runner;
