import { expect, test } from 'vitest';
import { areRivals, linesChanged, parseWinner, rivalLane, smallestChange, verdictLine } from './competition.ts';

test('MO-28 names lanes by feature and number, and recognizes rivals by that name', () => {
  expect(rivalLane('F-001', 2)).toBe('F-001-lane-2');
  expect(areRivals('F-001-lane-1', 'F-001-lane-2')).toBe(true);
  expect(areRivals('F-001-lane-1', 'F-002-lane-1')).toBe(false);
  expect(areRivals('F-001', 'F-002')).toBe(false);
  expect(areRivals('F-001', 'F-001-lane-1')).toBe(false);
});

test.each([
  ['COMPETITION_WINNER lane-2', 2],
  ['COMPETITION_WINNER lane-12.', 12],
  ['COMPETITION_WINNER none', null],
  ['COMPETITION_WINNER', undefined],
  ['COMPETITION_WINNER lane-N', undefined],
  ['COMPETITION_WINNER lane-1|lane-2|none', undefined],
  ['The COMPETITION_WINNER lane-2', undefined],
  ['competition_winner lane-2', undefined],
])('MO-28 the line %j names %j', (line, winner) => {
  expect(parseWinner(line)).toBe(winner);
});

test('MO-28 reads a verdict back as written', () => {
  for (const winner of [1, 10, null]) expect(parseWinner(verdictLine(winner))).toBe(winner);
});

test('K4 the smallest change wins, then the lowest number, in any order', () => {
  const weights = [
    { number: 3, lines: 4 },
    { number: 2, lines: 4 },
    { number: 1, lines: 9 },
  ];
  expect(smallestChange(weights)).toBe(2);
  expect(smallestChange([...weights].reverse())).toBe(2);
  expect(smallestChange([])).toBeNull();
});

test('K4 counts added and removed lines, not headers, and one per binary file', () => {
  const diff = [
    ...['diff --git a/a.txt b/a.txt', 'index 1..2 100644', '--- a/a.txt', '+++ b/a.txt', '@@ -1,2 +1,2 @@'],
    ...[' same', '-old', '+new', '+++', 'Binary files a/x.png and b/x.png differ', ''],
  ].join('\n');
  expect(linesChanged(diff)).toBe(4);
});
