import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from '../src/router.js';
import { emptyShelf } from '../src/shelf.js';

test('the product reports that it is healthy', () => {
  assert.equal(answer(emptyShelf(), 'GET', '/health').status, 200);
});
