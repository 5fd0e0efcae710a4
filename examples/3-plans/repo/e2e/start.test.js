import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notes } from './notes.js';

test('the command starts, and an empty list is empty', () => {
  assert.equal(notes('list').stdout.trim(), '');
});
