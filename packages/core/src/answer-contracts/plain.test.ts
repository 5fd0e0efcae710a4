import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nonEmptyLines, stripEmphasis } from './plain.ts';

const plainText = (answer: string) => nonEmptyLines(answer).join('\n');

const esc = '\u001b';

describe('N1 removes formatting that models put around an answer', () => {
  test.each([
    ['Windows line endings', 'a\r\nb\r\n', ['a', 'b']],
    ['old Mac line endings', 'a\rb', ['a', 'b']],
    ['a byte order mark', '\uFEFFPASS', ['PASS']],
    ['invisible characters at both ends of a line', '\u200b\u2060PASS\u200d ', ['PASS']],
    ['white space', '  \t PASS \t\n\n', ['PASS']],
    ['bold', '**PASS**', ['PASS']],
    ['italics', '_PASS_', ['PASS']],
    ['bold italics', '***PASS***', ['PASS']],
    ['backticks', '`PASS`', ['PASS']],
    ['nested marks', '**`PASS`**', ['PASS']],
    ['around a very long line', `**${'a '.repeat(5_000)}b**`, [`${'a '.repeat(5_000)}b`]],
    ['bold before a full stop', '**PASS**.', ['PASS.']],
    ['a first word in bold', '**PASS** — all of it', ['PASS — all of it']],
    ['a first word in backticks', '`NEXT_WORKER` F-001', ['NEXT_WORKER F-001']],
    ['terminal colours', `${esc}[32mPASS${esc}[0m — ${esc}[1mok${esc}[22m`, ['PASS — ok']],
    ['a control character at the end', 'PASS\u0007', ['PASS']],
    ['a polite first line', 'Sure!\n\nPASS', ['PASS']],
    ['a polite first line with a colon', "Okay, here's my verdict:\nPASS", ['PASS']],
    ['two polite lines', 'Certainly.\nHere is the result of the check:\n\nPASS', ['PASS']],
    ['a fence', '```text\nPASS\n```', ['PASS', '```']],
  ])('%s', (_, answer, lines) => {
    expect(nonEmptyLines(answer)).toEqual(lines);
  });
});

describe('keeps the content of an answer', () => {
  test.each([
    ['a list', '* one\n- two', ['* one', '- two']],
    ['separate emphasis at both ends of a line', '*a* and *b*', ['a and *b*']],
    ['stars without emphasis', '2 * 3 * 4', ['2 * 3 * 4']],
    ['a glob', 'src/**/*.ts', ['src/**/*.ts']],
    ['underscores in a name', 'NEXT_WORKER F_001', ['NEXT_WORKER F_001']],
    ['a quotation', '> No findings.', ['> No findings.']],
    ['a heading', '### Verdict: PASS', ['### Verdict: PASS']],
    ['a polite line without an answer', '\nSure!\n', ['Sure!']],
    [
      'a sentence that starts like a polite line',
      'Here is a problem: it leaks. PASS',
      ['Here is a problem: it leaks. PASS'],
    ],
    ['an empty answer', ' \n\r\n', []],
  ])('%s', (_, answer, lines) => {
    expect(nonEmptyLines(answer)).toEqual(lines);
  });

  test('returns only the non-empty lines', () => {
    expect(nonEmptyLines('a\n\n \nb')).toEqual(['a', 'b']);
  });
});

describe('removes marks inside a line', () => {
  test.each([
    ['NEXT_WORKER `F-001`', 'NEXT_WORKER F-001'],
    ['WORKER **F-001**: implemented', 'WORKER F-001: implemented'],
    ['[ISSUE_COMPLETE: `ABC-1`]', '[ISSUE_COMPLETE: ABC-1]'],
    ['a **`b`** c', 'a b c'],
    ['P*AS*S', 'P*AS*S'],
    ['a * b * c', 'a * b * c'],
    ['auto_fix_patch written', 'auto_fix_patch written'],
  ])('%j reads as %j', (line, read) => {
    expect(stripEmphasis(line)).toBe(read);
  });
});

describe('any answer', () => {
  const bits = [
    '**',
    '*',
    '_',
    '`',
    '```',
    ' ',
    '\n',
    '\r',
    '\r\n',
    '\t',
    '\uFEFF',
    '\u200b',
    '\u0000',
    `${esc}[31m`,
    `${esc}[`,
  ];
  const words = ['PASS', 'PA', 'SS', 'No', 'findings', '.', 'Sure', '!', ':', 'here is', '—', 'F-001', '#', '>', '- '];
  const answer = fc
    .array(fc.oneof(fc.constantFrom(...bits), fc.constantFrom(...words), fc.string({ maxLength: 3 })), {
      maxLength: 30,
    })
    .map((parts) => parts.join(''));

  test('N2 plain text stays unchanged', () => {
    fc.assert(
      fc.property(answer, (text) => {
        expect(plainText(plainText(text))).toBe(plainText(text));
        expect(stripEmphasis(stripEmphasis(text))).toBe(stripEmphasis(text));
      }),
      { numRuns: 5_000 },
    );
  });

  test('N3 every word of the plain text is in the answer, in the same order', () => {
    fc.assert(
      fc.property(answer, (text) => {
        let from = 0;
        for (const word of plainText(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
          const at = text.indexOf(word, from);
          expect(at, `${JSON.stringify(word)} in ${JSON.stringify(text)}`).toBeGreaterThanOrEqual(0);
          from = at + word.length;
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ['spaces', ' '.repeat(4_000_000)],
    ['spaces between words', `a${' '.repeat(2_000_000)}b`],
    ['stars', '*'.repeat(4_000_000)],
    ['pairs of stars', '**a '.repeat(1_000_000)],
    ['lines with unclosed marks', '**a `b _c\n'.repeat(400_000)],
    ['emphasis in emphasis', `${'*_'.repeat(1_000_000)}a${'_*'.repeat(1_000_000)}`],
    ['one long emphasized line', `**${'a'.repeat(16_000_000)}** and `],
    ['escapes', `${esc}[0;`.repeat(1_000_000)],
    ['control characters', '\u0000'.repeat(4_000_000)],
    ['"here is"', 'here is '.repeat(500_000)],
  ])('N4 reads millions of characters of %s in less than five seconds', (_, text) => {
    const from = process.cpuUsage(); // CPU time, because other processes may slow down the wall clock
    nonEmptyLines(text).forEach(stripEmphasis);
    expect(process.cpuUsage(from).user).toBeLessThan(5_000_000);
  });
});
