import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reminder } from '../src/notices/reminder.js';

test('a reminder names the member and the day', () => {
  assert.match(reminder({ book: 'b1', member: 'Ada', due: '2026-02-02' }), /^Dear Ada, .* 2026-02-02\.$/);
});
