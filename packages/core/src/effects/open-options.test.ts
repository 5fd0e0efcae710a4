import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesFor } from '../messages/index.ts';
import { cleanOptions, comparableLabel } from './open-options.ts';
import { findChoice } from './question.ts';

const fixed = ['skip phase', 'stop'];

describe('O1 a label is one printable line', () => {
  test.each([
    ['a line break', 'use\r\n  Redis', 'use Redis'],
    ['colours and a cleared screen', '\u001b[31muse\u001b[2J Redis', '[31muse [2J Redis'],
    ['reversed text', 'use \u202esideR\u202c', 'use sideR'],
    ['invisible characters', 'u\u200bse\u2060 R\u00adedis\ufeff', 'use Redis'],
    ['wide spaces', '\u3000use\u00a0Redis\u2003', 'use Redis'],
    ['half a surrogate pair', 'use \ud800Redis', 'use Redis'],
    ['decomposed Hangul', '진행'.normalize('NFD'), '진행'],
  ])('without %s', (_, option, label) => expect(cleanOptions([option], fixed)).toEqual([label]));

  test('of at most 200 characters, also of two code units each', () => {
    const [long = ''] = cleanOptions(['🦊'.repeat(10_000)], fixed);
    expect([[...long].length, long.endsWith('🦊…')]).toEqual([200, true]);
  });

  test.each(['', ' ', '\n\t', '\u200b', '\u3164', '(Recommended)'])('an empty one is dropped: %j', (option) => {
    expect(cleanOptions([option], fixed)).toEqual([]);
  });
});

describe('O2 choices differ', () => {
  test.each([
    ['case', 'Use Redis'],
    ['spaces', ' use  Redis '],
    ['advice', 'use redis (Recommended)'],
    ['width', 'ｕｓｅ Redis'],
  ])('two options that differ by %s are one', (_, second) =>
    expect(cleanOptions(['use Redis', second, 'use a file'], fixed)).toEqual(['use Redis', 'use a file']),
  );
});

describe('O3 a label that could be another answer gets its number', () => {
  test.each([
    ['a fixed choice', 'stop'],
    ['one in capitals', 'STOP'],
    ['one with advice', 'Stop (Recommended)'],
    ['one with doubled advice', 'stop(recommended) (Recommended)'],
    ['one that is not available now', 'Skip Phase'],
    ['the entry for free text', 'Other'],
    ['the Korean one', '기타'],
    ['a number of the list', '1'],
    ['a number in other digits', '２'],
    ['a flag', '--note'],
  ])('%s', (_, option) => expect(cleanOptions(['use Redis', option], fixed)[1]).toBe(`Option 2: ${option}`));

  test('the entries for free text are those of all languages', () => {
    for (const language of ['en', 'ko']) {
      const label = messagesFor(language).asking.other({});
      expect(cleanOptions([label], fixed)).toEqual([`Option 1: ${label}`]);
    }
  });
});

test('O4 of 200 options the first 50 are kept, and unusable ones do not count', () => {
  const many = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? '' : `way ${n}`));
  const labels = cleanOptions(many, fixed);
  expect([labels.length, labels[0], labels.at(-1)]).toEqual([50, 'way 1', 'way 99']);
});

test('whatever an agent writes, each label finds itself alone and no fixed choice is lost', () => {
  const any = fc.array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('stop', 'STOP', 'a', 'A', 'Option 1: stop')),
  );
  fc.assert(
    fc.property(any, (options) => {
      const choices = [...cleanOptions(options, fixed), ...fixed];
      expect(new Set(choices.map(comparableLabel)).size).toBe(choices.length);
      for (const choice of choices) expect(findChoice(choices, choice)).toBe(choice);
      for (const choice of choices) expect(choice).toMatch(/^[^\p{Cc}\p{Cf}]{1,220}$/u);
    }),
  );
});
