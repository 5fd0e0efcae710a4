import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/notes.js';

test('every line is a note', () => {
  assert.deepEqual(parse('milk\nbread\n'), ['milk', 'bread']);
});
