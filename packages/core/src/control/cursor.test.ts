import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cursorText, readCursor } from './cursor.ts';

test('reads back a written cursor, whatever children exist', () => {
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,12}$/);
  const child = fc.tuple(fc.nat(999), name).map(([move, word]) => `${move}.${word}`);
  const nested = fc.array(child, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
  fc.assert(
    fc.property(name, fc.nat(99_999), fc.array(fc.tuple(nested, fc.nat(99_999))), (run, own, children) => {
      const seen = new Map([[run, own], ...children.map(([id, n]): [string, number] => [`${run}.${id}`, n])]);
      expect(readCursor(run, cursorText(run, seen))).toEqual(seen);
    }),
  );
});

test.each([
  '',
  ':',
  'r',
  'r:',
  'r:x',
  'r:-1',
  'r:1;',
  'r:1;a',
  'r:1;a:',
  'r:1;a b:2',
  'other:1',
  'r.1.a:1',
  'r:1e3',
  'r:1\n2',
])('rejects a text that is no cursor: %j', (text) => {
  expect(readCursor('r', text)).toBeUndefined();
});
