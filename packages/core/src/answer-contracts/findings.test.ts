import { describe, expect, test } from 'vitest';
import { fail, ok } from '../failure/failure.ts';
import { type Finding, severities } from './finding.ts';
import { findingKey, isBlocking, mergeFindings, readFindings } from './findings.ts';

const finding = (severity: Finding['severity'], file = 'src/a.ts', line: number | null = 3): Finding => ({
  severity,
  file,
  line,
  text: 'leaks the token',
});
const unreadable = (reason: string) => fail('agent.schema', { reason });

describe('a readable review', () => {
  test.each<[string, string, readonly Finding[]]>([
    ['D-31 the sentinel alone', 'No findings.', []],
    ['D-31 the other sentinel alone', 'No blocking findings.', []],
    ['D-31 the sentinel in any case', 'NO FINDINGS.', []],
    ['D-34 the sentinel after empty lines', '\n\n  No findings.\n\n', []],
    ['D-34 the sentinel on its own line after a preamble', 'I read the diff.\n\nNo blocking findings.\n', []],
    ['the sentinel with Windows line endings', 'I read the diff.\r\nNo findings.\r\n', []],
    ['the sentinel with old Mac line endings', 'I read the diff.\rNo findings.\r', []],
    ['the sentinel after a byte order mark', '\uFEFFNo findings.', []],
    ['the sentinel in bold', '**No findings.**', []],
    ['the sentinel in italics', '_No findings._', []],
    ['the sentinel in backticks', '`No blocking findings.`', []],
    ['D-30 a critical finding', '- [critical] src/a.ts:3: leaks the token', [finding('critical')]],
    ['D-30 a high finding', '- [high] src/a.ts:3: leaks the token', [finding('high')]],
    ['D-30 a medium finding', '- [medium] src/a.ts:3: leaks the token', [finding('medium')]],
    [
      'a low finding next to the sentinel',
      '- [low] src/a.ts:3: leaks the token\nNo blocking findings.',
      [finding('low')],
    ],
    ['a severity in any case', '- [High] src/a.ts:3: leaks the token', [finding('high')]],
    ['another bullet', '* [high] src/a.ts:3: leaks the token', [finding('high')]],
    ['an indented line with trailing spaces', '   - [high] src/a.ts:3: leaks the token   ', [finding('high')]],
    ['a line in bold', '**- [high] src/a.ts:3: leaks the token**', [finding('high')]],
    ['a line in backticks', '`- [high] src/a.ts:3: leaks the token`', [finding('high')]],
    ['no line number', '- [high] src/a.ts: leaks the token', [finding('high', 'src/a.ts', null)]],
    ['a path with spaces', '- [high] my docs/read me.md:3: leaks the token', [finding('high', 'my docs/read me.md')]],
    ['a path in backticks', '- [high] `src/a.ts`:3: leaks the token', [finding('high')]],
    ['a path in backticks with its line', '- [high] `src/a.ts:3`: leaks the token', [finding('high')]],
    [
      'Windows line endings',
      '- [high] src/a.ts:3: leaks the token\r\n- [low] b: leaks the token\r\n',
      [finding('high'), finding('low', 'b', null)],
    ],
    [
      'a preamble, and an explanation between findings',
      'Two things.\n- [high] src/a.ts:3: leaks the token\nSee below.\n- [low] b: leaks the token',
      [finding('high'), finding('low', 'b', null)],
    ],
    [
      'a preamble with a list, a link and a code block',
      'I read:\n- [the page](https://x.y)\n- high-level docs\n1. src/a.ts\n\n```js\n[1].map(f)\n```\n\nNo findings.',
      [],
    ],
    [
      'a repeated finding, once',
      '- [high] src/a.ts:3: leaks the token\n- [high] src/a.ts:3: leaks the token',
      [finding('high')],
    ],
  ])('%s', (_, answer, findings) => {
    expect(readFindings(answer)).toEqual(ok(findings));
  });

  test('keeps colons and file positions in the text of a finding', () => {
    const answer = '- [high] src/a.ts: calls b.ts:12: which throws: always';
    expect(readFindings(answer)).toEqual(
      ok([{ severity: 'high', file: 'src/a.ts', line: null, text: 'calls b.ts:12: which throws: always' }]),
    );
  });
});

describe('an unreadable review is never clean', () => {
  test.each<[string, string, string]>([
    ['an empty answer', '', 'no-verdict'],
    ['only white space', ' \n\t\n', 'no-verdict'],
    ['praise without a verdict', 'Looks good to me!', 'no-verdict'],
    ['D-31 the sentinel without its full stop', 'No findings', 'no-verdict'],
    ['D-34 the sentinel inside a sentence', 'There are No findings. Well done.', 'no-verdict'],
    ['D-34 the sentinel followed by another sentence', 'No findings. But look at a.ts.', 'no-verdict'],
    ['D-34 the sentinel followed by words', 'No findings.\n\nI looked at everything.', 'words-after'],
    ['D-34 a blocking finding followed by words', '- [high] a.ts:1: leak\nOr perhaps not.', 'words-after'],
    ['D-34 the sentinel in a code block', '```\nNo findings.\n```', 'quoted'],
    ['D-30 a low finding without a sentinel', '- [low] src/a.ts:3: a nit', 'no-verdict'],
    ['D-31 a finding beside "No findings."', '- [low] src/a.ts:3: a nit\nNo findings.', 'contradiction'],
    ['D-34 the sentinel next to a blocking finding', '- [medium] a.ts:1: slow\nNo findings.', 'contradiction'],
    [
      'D-34 the other sentinel next to a blocking finding',
      'No blocking findings.\n- [critical] a.ts: leak',
      'contradiction',
    ],
    ['a severity that does not exist', '- [blocker] a.ts:1: leak', 'malformed-finding'],
    ['a copy of the form', '- [critical|high|medium|low] <path>:<line>: <text>', 'malformed-finding'],
    [
      'a blocking finding without a path, next to a low finding',
      '- [high] it leaks\n- [low] a.ts: nit',
      'malformed-finding',
    ],
    [
      'a blocking finding with emphasis inside, next to a low finding',
      '- **[high]** a.ts: leak\n- [low] a.ts: nit',
      'malformed-finding',
    ],
    [
      'a blocking finding with unclosed emphasis, next to the sentinel',
      '**- [high] a.ts:1: leak\n\nNo findings.',
      'malformed-finding',
    ],
    [
      'a numbered blocking finding next to the sentinel',
      '1. [critical] a.ts:1: leak\n\nNo findings.',
      'malformed-finding',
    ],
  ])('%s', (_, answer, reason) => {
    expect(readFindings(answer)).toEqual(unreadable(reason));
  });
});

describe('findings', () => {
  test('D-30 critical, high and medium findings block, low findings do not', () => {
    expect(severities.filter((severity) => isBlocking(finding(severity)))).toEqual(['critical', 'high', 'medium']);
  });

  test('are the same if file and text are equal, whatever the line and severity', () => {
    const key = findingKey(finding('high'));
    expect(findingKey(finding('low', 'src/a.ts', 99))).toBe(key);
    expect(findingKey(finding('high', 'src/b.ts'))).not.toBe(key);
    expect(findingKey({ ...finding('high'), text: 'is slow' })).not.toBe(key);
  });

  test('are merged without duplicates, and the known finding wins', () => {
    const known = [finding('high')];
    const more = [finding('low', 'src/a.ts', 99), finding('low', 'b'), finding('low', 'b', 7)];
    expect(mergeFindings(known, more)).toEqual([finding('high'), finding('low', 'b')]);
    expect(known).toHaveLength(1);
  });

  test('of a long answer are read in a moment', () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `- [low] a.ts:${n}: problem ${n}`);
    const startedAt = performance.now();
    const found = readFindings([...lines, ...lines, 'No blocking findings.'].join('\n'));
    const findings = found.ok ? found.value : [];
    expect(findings).toHaveLength(20_000);
    expect(mergeFindings(findings, findings)).toEqual(findings);
    expect(performance.now() - startedAt).toBeLessThan(5_000); // comparing all pairs takes minutes
  });
});
