import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBasket } from '../src/basket.js';
import { describeDiscount } from '../src/discount.js';
import { describeShipping } from '../src/shipping.js';

test('a basket has a total', () => {
  assert.match(describeBasket([{ count: 3, cents: 1250 }]), /37\.50/);
});

test('a discount is rounded to a cent', () => {
  assert.match(describeDiscount(999, 10), /1\.00/);
});

test('shipping is free from 50 on', () => {
  assert.match(describeShipping(5_000), /0\.00/);
  assert.match(describeShipping(4_999), /4\.90/);
});
