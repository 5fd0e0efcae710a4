import { expect, test } from 'vitest';
import { findInvariant, matchInvariants } from './invariant-id.ts';

const invariants = [
  { id: 'shop/cart#INV-1', text: 'sums are exact' },
  { id: 'shop/cart#TOTAL', text: 'a total is never negative: not even with a refund' },
  { id: 'shop/stock#INV-1', text: 'no global state' },
];

test.each([
  ['shop/cart#INV-1', 'shop/cart#INV-1'],
  ['`shop/cart:inv-1`', 'shop/cart#INV-1'],
  ['stock#INV-1', 'shop/stock#INV-1'],
  ['[TOTAL]', 'shop/cart#TOTAL'],
  ['A total is never negative: not even with a refund.', 'shop/cart#TOTAL'],
  ['INV-1', undefined],
  ['INV-2', undefined],
  ['', undefined],
])('%j means %s', (given, id) => {
  expect(findInvariant(given, invariants)?.id).toBe(id);
});

test('an id of several subsystems matches all of them', () => {
  expect(matchInvariants('inv-1', invariants)).toEqual([invariants[0], invariants[2]]);
  expect(findInvariant('INV-1', invariants.slice(1))?.id).toBe('shop/stock#INV-1');
});
