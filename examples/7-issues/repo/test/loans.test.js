import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLate, lend } from '../src/loans/loan.js';

test('a book is late after four weeks', () => {
  const loan = lend('b1', 'Ada', '2026-01-05');
  assert.equal(loan.due, '2026-02-02');
  assert.equal(isLate(loan, '2026-02-02'), false);
  assert.equal(isLate(loan, '2026-02-03'), true);
});
