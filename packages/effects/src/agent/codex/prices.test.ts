import { noUsage } from '@harness/core/budget/usage';
import { expect, test } from 'vitest';
import { codexCost, knownCodexCost } from './prices.ts';

const million = { input: 100_000, output: 1_000_000, cacheRead: 100_000, cacheWrite: 10_000 };

test('charges the list price per million tokens of each kind', () => {
  expect(codexCost('gpt-6.1-sol', million)).toBe(0.2 + 10 + 0.01 + 0.025);
  expect(codexCost('gpt-5.5', { ...noUsage, output: 1 })).toBe(0.00003);
});

test('charges more for a long request from its first token', () => {
  expect(codexCost('gpt-6-sol', { ...noUsage, input: 272_000 })).toBe(0.544);
  expect(codexCost('gpt-6-sol', { ...noUsage, input: 272_001, output: 1_000_000 })).toBe(1.088004 + 15);
});

test('ignores a vendor prefix and a date suffix', () => {
  expect(codexCost('openai/gpt-5.5-2026-04-23', million)).toBe(codexCost('gpt-5.5', million));
});

test('charges an unknown model like the most expensive one, unless the caller gives its price', () => {
  expect(codexCost('llama-at-home', million)).toBe(codexCost('gpt-6-astra', million));
  expect(codexCost('llama-at-home', million, { 'llama-at-home': { ...noUsage, output: 3 } })).toBe(3);
});

test.each([
  ...['gpt-6-astra', 'gpt-6.1-sol', 'gpt-6-sol', 'gpt-6-luna'],
  ...['gpt-5.6-sol', 'gpt-5.6-terra', 'gpt-5.6-luna', 'gpt-5.5'],
])('%s has cheaper cache reads and more expensive output than input', (model) => {
  const price = (kind: keyof typeof noUsage) => knownCodexCost(model, { ...noUsage, [kind]: 1_000 }) ?? Number.NaN;
  expect(price('cacheRead')).toBeLessThan(price('input'));
  expect(price('output')).toBeGreaterThan(price('input'));
});
