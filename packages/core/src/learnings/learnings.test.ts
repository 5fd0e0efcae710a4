import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archiveText, findDateProblems, listLearnings, pruneLearnings } from './learnings.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-06-30T12:00:00Z');
const dateOf = (daysAgo: number) => new Date(now - daysAgo * day).toISOString().slice(0, 10);
const bullet = (daysAgo: number, text = `learned ${daysAgo}`) =>
  `- **${dateOf(daysAgo)} [skill:x] [outcome:gotcha]:** ${text}`;
const bullets = (count: number, firstDay = 0) => Array.from({ length: count }, (_, n) => bullet(firstDay + count - n));

describe('entries', () => {
  test.each([
    ['dated bullets', '# Learnings\n\n- **2026-01-01 [skill:x]:** a\n- 2026-01-02 [outcome:gotcha] b\n', 2],
    ['sections', '## 2026-01-01 — A\n\n- one\n- two\n\n## 2026-01-02 — B\ntext\n', 2],
    ['a section whose heading is the text', '## 2026-01-01 [skill:x]: learned\n\n## 2026-01-02\n', 1],
    ['no undated bullets', '- one\n- [skill:x] two\n', 0],
    ['no dates that do not exist', '- 2026-02-30 a\n- 2026-13-01 b\n- 2026-1-1 c\n- 20260101 d\n', 0],
    ['no text in a code block or comment', '```\n- 2026-01-01 a\n```\n<!--\n- 2026-01-01 b\n-->\n', 0],
    ['a line break of Windows', '- 2026-01-01 a\r\n- 2026-01-02 b\r\n', 2],
  ])('%s', (_, text, count) => {
    expect(listLearnings(text)).toHaveLength(count);
  });

  test('end where Markdown ends them', () => {
    const text = [
      '- 2026-01-01 a\n  more\n\n  a second paragraph\n  ```\n- no\n  ```',
      '- undated',
      '- 2026-01-02 b\nlazy line',
      '',
      'prose',
      '- 2026-01-03 c',
      '```\ncode\n```',
    ].join('\n');
    expect(listLearnings(text)).toEqual([
      '- 2026-01-01 a\n  more\n\n  a second paragraph\n  ```\n- no\n  ```',
      '- 2026-01-02 b\nlazy line',
      '- 2026-01-03 c',
    ]);
  });
});

describe('pruning', () => {
  test.each([
    ['20 old entries stay', bullets(20, 100), 0],
    ['21 to 30 entries stay if all are young', bullets(30).map((_, n) => bullet(n % 14)), 0],
    ['21 entries with an old one are pruned', [...bullets(20), bullet(15)], 1],
    ['31 young entries are pruned', Array.from({ length: 31 }, (_, n) => bullet(0, `n${n}`)), 11],
  ])('AO-19 %s', (_, entries, archived) => {
    const result = pruneLearnings(`${entries.join('\n')}\n`, now);
    expect([result.archived.length, result.kept]).toEqual([archived, entries.length - archived]);
  });

  test('AO-19 keeps the newest by date, and of one date the later ones', () => {
    const first = Array.from({ length: 25 }, (_, n) => bullet(1, `n${n}`));
    const { archived, text } = pruneLearnings([bullet(0), bullet(40), ...first].join('\n'), now);
    expect(archived).toEqual([bullet(40), ...first.slice(0, 6)]);
    expect(text).toBe([bullet(0), ...first.slice(6)].join('\n'));
  });

  test('leaves no pile of blank lines', () => {
    const { text } = pruneLearnings(`# L\n\n${bullets(40).join('\n\n')}\n`, now);
    expect(text).toBe(`# L\n\n${bullets(20).join('\n\n')}\n`);
  });

  test('G3 removes whole entries, keeps all other text in place, and removes none the second time', () => {
    const kinds = fc.oneof(
      fc.nat(60).map((age) => bullet(age)),
      fc.nat(60).map((age) => `## ${dateOf(age)} — title\n\n- a\n`),
      fc.constantFrom(
        '',
        '# Title',
        '- undated',
        '```\n- 2026-01-01 a\n```',
        '  more',
        '<!-- note -->',
        '\t',
        '- 2026-02-31 x',
      ),
    );
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 80 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const before = lines.join('\n').replaceAll('\n', end);
        const { kept, archived, text } = pruneLearnings(before, now);
        const entries = listLearnings(before);
        expect(listLearnings(text)).toHaveLength(kept);
        expect(kept + archived.length).toBe(entries.length);
        expect([...listLearnings(text), ...archived].toSorted()).toEqual([...entries].toSorted());
        expect(isSubsequence(text, before)).toBe(true);
        expect(words(text) + words(archived.join(' '))).toBe(words(before));
        expect(pruneLearnings(text, now).archived).toEqual([]);
      }),
    );
  });

  test('reads 10 MB of hostile text in linear time', () => {
    const texts = [
      '- 2026-01-01 a\n'.repeat(700_000),
      '- '.repeat(5_000_000),
      '#'.repeat(10_000_000),
      '\u0000\u001b[2J\n'.repeat(1_500_000),
    ];
    expect(texts.map((text) => pruneLearnings(text, now).archived.length)).toEqual([699_980, 0, 0, 0]);
  });
});

test('dates that do not exist are problems, except in code', () => {
  const text = '- 2026-01-01 a\n- 2026-02-30 b\n```\n- 2026-02-30 c\n```\n## 2026-13-01 — d\n';
  expect(findDateProblems(text)).toMatchObject([
    { key: 'line 2', found: '2026-02-30' },
    { key: 'line 6', found: '2026-13-01' },
  ]);
});

describe('an archive', () => {
  test('is appended, and contains each entry once after a crash', () => {
    const once = archiveText('', ['- 2026-01-01 a'], new Set());
    expect(once).toBe('# Archived learnings\n\n- 2026-01-01 a\n');
    const again = archiveText(once, ['- 2026-01-01 a', '- 2026-01-02 b'], new Set(listLearnings(once)));
    expect(again).toBe(`${once}\n- 2026-01-02 b\n`);
    expect(archiveText(again, ['- 2026-01-02 b'], new Set(listLearnings(again)))).toBe(again);
  });

  test('is read back as it was written', () => {
    const texts = fc.constantFrom('- 2026-01-01 a', '- **2026-01-02:** b\n  more', '## 2026-01-03 — C\n\n- one\n- two');
    fc.assert(
      fc.property(fc.array(texts), (entries) => {
        expect(listLearnings(archiveText('', entries, new Set()))).toEqual(entries);
      }),
    );
  });
});

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part[at]) at++;
  return at === part.length;
}
