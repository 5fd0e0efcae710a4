/** Small repositories with the same product for each test runner, to which honest and dishonest changes are made. */
import { findProgram } from '@harness/effects/process/find';
import type { Files, ProvedChange } from '../../testing/prove.ts';

export const smallRunners = ['node', 'vitest', 'pytest'] as const;
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
};

/** Whether a runner is missing on this machine. */
export const isRunnerMissing = (runner: SmallRunner): boolean =>
  runner === 'pytest' && findProgram('pytest', process.env['PATH'] ?? '') === undefined;
