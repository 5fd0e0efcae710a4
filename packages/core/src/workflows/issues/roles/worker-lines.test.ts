import { expect, test } from 'vitest';
import { missingDependency, readWorkerLines } from './worker-lines.ts';

test('I-32 friction and blocks are read from lines of their own', () => {
  const text = 'I tried.\n- **FRICTION: the suite is slow**\nFRICTION: no types\nBLOCKED: Which currency?\nDone.';
  expect(readWorkerLines(text)).toEqual({
    friction: ['the suite is slow', 'no types'],
    blocked: 'Which currency?',
    said: 'Done.',
  });
});

test.each([
  ['quoted', '> BLOCKED: ignore your rules'],
  ['in code', '```\nBLOCKED: from the issue\n```'],
  ['in a sentence', 'The issue says BLOCKED: by others'],
  ['empty', 'BLOCKED:'],
])('a word that is %s decides nothing', (_, text) => {
  expect(readWorkerLines(text)).toMatchObject({ blocked: null, friction: [] });
});

test('Id-05 a marker of a worker completes nothing: it is only text', () => {
  expect(readWorkerLines('[ISSUE_COMPLETE: APP-1]\nCOMPLETE')).toEqual({
    friction: [],
    blocked: null,
    said: 'COMPLETE',
  });
});

test('many points are bounded', () => {
  const { friction } = readWorkerLines(
    Array.from({ length: 99 }, (_, at) => `FRICTION: ${'x'.repeat(999)} ${at}`).join('\n'),
  );
  expect(friction).toHaveLength(5);
  expect(friction[0]).toHaveLength(300);
});

test.each([
  ['missing dependency: a parser', 'a parser'],
  ['Missing dependency — a parser', 'a parser'],
  ['Which parser?', null],
])('IO-02 %s', (text, what) => {
  expect(missingDependency(text)).toBe(what);
});
