import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/total.js';

test('adds the prices', () => {
  assert.equal(total([100, 250]), 350);
});
