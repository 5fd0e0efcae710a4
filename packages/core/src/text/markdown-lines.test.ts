import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markdownLines } from './markdown-lines.ts';

const proseIn = (text: string) => [...markdownLines(text)].filter(({ is }) => is === 'prose').map((line) => line.text);

const pieces = fc.array(
  fc.constantFrom('# a', '```', '~~~~', '<!-- ', '-->', '  ```js', 'x', '', '\n', '\r\n', '\r', '`', '\u2028'),
);

test('L1 the lines cover the text without a gap', () => {
  fc.assert(
    fc.property(
      pieces.map((all) => all.join('')),
      (text) => {
        const lines = [...markdownLines(text)];
        expect(lines.map(({ start, next }) => text.slice(start, next)).join('')).toBe(text);
        for (const line of lines) expect(text.slice(line.start, line.end)).toBe(line.text);
        for (const { end, next } of lines) expect(text.slice(end, next)).toMatch(/^(\r?\n)?$/);
      },
    ),
  );
});

test.each([
  ['a fence with another one inside', '````\n```\n## no\n````\n## yes', ['## yes']],
  ['a fence of tildes', '~~~ md\n## no\n```\n~~~\n## yes', ['## yes']],
  ['an indented fence', '  ```\r\n## no\r\n  ```\r\n## yes', ['## yes']],
  ['a comment of several lines', '<!-- a\n## no\n-->\n## yes', ['## yes']],
  ['a comment of one line', '<!-- a -->\n## yes', ['## yes']],
  ['inline code', '```a``` b\n## yes', ['```a``` b', '## yes']],
  ['L3 a fence that is not closed', '## yes\n```\n## no\n', ['## yes']],
  ['L3 a comment that is not closed', '## yes\n<!--\n## no\n', ['## yes']],
])('L2 leaves out %s', (_, text, expected) => {
  expect(proseIn(text)).toEqual(expected);
});

test('L4 reads millions of lines', () => {
  let count = 0;
  for (const line of markdownLines('a\n'.repeat(2_000_000))) count += line.text.length;
  expect(count).toBe(2_000_000);
});
