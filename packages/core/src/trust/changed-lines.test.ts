import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedLines } from './changed-lines.ts';

const added = (before: string | null, after: string) => [...changedLines(before, after).added];
const touched = (before: string | null, after: string) =>
  [...changedLines(before, after).touched].sort((a, b) => a - b);

test.each<[string, string | null, string, readonly number[]]>([
  ['a new file', null, 'a\nb', [1, 2]],
  ['nothing', 'a\nb', 'a\nb', []],
  ['a changed line', 'a\nb\nc', 'a\nx\nc', [2]],
  ['an added line', 'a\nc', 'a\nb\nc', [2]],
  ['two places', 'a\nb\nc\nd\ne', 'x\nb\nc\nd\ny', [1, 5]],
  ['a removed line', 'a\nb\nc', 'a\nc', []],
])('added lines of %s', (_, before, after, lines) => expect(added(before, after)).toEqual(lines));

test('the lines beside a removed one are touched, so that the function around it counts', () => {
  expect(touched('a\nb\nc\nd', 'a\nd')).toEqual([1, 2]);
});

test('every line that is not in the old text is added', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (was, is) => {
      const found = changedLines(was.join('\n'), is.join('\n')).added;
      const kept = is.filter((_, at) => !found.has(at + 1));
      let from = 0;
      for (const line of kept) {
        const at = was.indexOf(line, from);
        expect(at, `${was} → ${is}`).toBeGreaterThanOrEqual(from);
        from = at + 1;
      }
    }),
  );
});
