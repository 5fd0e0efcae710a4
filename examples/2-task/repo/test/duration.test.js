import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from '../src/duration.js';

test('a duration is written in its largest units', () => {
  assert.equal(format(5400), '1h30m');
  assert.equal(format(0), '0s');
});
