import { expect, test } from 'vitest';
import { boundedLine, boundedText } from './bounded-text.ts';

test.each([
  ['a text', 'a b', 'a b'],
  ['line breaks and tabs', ' a\r\n\n\tb ', 'a b'],
  ['colours of a terminal', 'a\u001b[31mb', 'a [31mb'],
  ['marks of direction', 'a\u202eb\u2066', 'a b'],
  ['a long text', 'x'.repeat(10_000_000), 'x'.repeat(20)],
  ['a pair that the limit cuts', `${'x'.repeat(19)}😀`, 'x'.repeat(19)],
  ['Korean', '규칙 엔진', '규칙 엔진'],
])('%s is one short line', (_, text, expected) => {
  expect(boundedLine(text, 20)).toBe(expected);
});

test('a text of several lines keeps them', () => {
  expect(boundedText('\na\r\n  b\u0000\n', 20)).toBe('a\n  b');
});
