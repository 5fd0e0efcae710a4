import { describe, expect, test } from 'vitest';
import { answerLines, decidingLine } from './answer-lines.ts';
import { readFindings } from './findings.ts';
import { matched, unreadableAnswer } from './match.ts';

describe('A3 the last line decides', () => {
  test.each([
    ['alone', 'PASS'],
    ['after text', 'I looked.\n\nPASS\n\n'],
    ['in bold', '**PASS**'],
    ['after a closed code block', '```js\nf();\n```\nPASS'],
    ['after a code block in a list', '1. It runs:\n   ```\n   f();\n   ```\n\nPASS'],
    ['after a code block with tildes inside', '```\n~~~\n```\nPASS'],
    ['after a quotation and an empty line', '> f()\n\nPASS'],
    ['after a closed comment', '<!-- a\nb -->\nPASS'],
    ['after a closed element', '<details>\nmore\n</details>\nPASS'],
    ['after a tag in backticks', 'The tag `<pre>` is closed.\nPASS'],
    ['after a generic type', 'It returns Array<Item>.\nPASS'],
  ])('%s', (_, answer) => {
    expect(decidingLine(answer)).toEqual(matched('PASS'));
  });

  test('an empty answer has none', () => {
    expect(decidingLine(' \n\u200b\n')).toEqual(unreadableAnswer('empty'));
  });
});

test('A1, A2 marks quoted lines', () => {
  const answer = 'a\n> b\n\nc\n```\nd\n```\ne\n<!-- f\ng -->\nh\n\n    i\nj\n~~~\nk';
  const quoted = answerLines(answer).flatMap((line) => (line.quoted ? [line.text] : []));
  expect(quoted).toEqual(['> b', '```', 'd', '```', '<!-- f', 'g -->', 'i', '~~~', 'k']);
});

test.each([
  ['spaces', ' '.repeat(4_000_000)],
  ['quotation marks', '> '.repeat(2_000_000)],
  ['list marks', '- '.repeat(2_000_000)],
  ['numbers', '1. '.repeat(1_000_000)],
  ['brackets', '['.repeat(4_000_000)],
  ['parentheses', '( '.repeat(2_000_000)],
  ['severities', '[high '.repeat(700_000)],
  ['lists of severities', `[${'high|'.repeat(700_000)}`],
  ['backticks', '`'.repeat(4_000_000)],
  ['unclosed backticks', '`a\n'.repeat(300_000)],
  ['tags', '<pre'.repeat(1_000_000)],
  ['comments', '<!--'.repeat(1_000_000)],
  ['fences', '```\n'.repeat(300_000)],
  ['lines that look like findings', '- [high] a\n'.repeat(300_000)],
  ['colons in a finding', `- [high] ${'a: '.repeat(1_000_000)}`],
])('N4 reads millions of characters of %s in less than five seconds', (_, text) => {
  const from = process.cpuUsage(); // CPU time, because other processes may slow down the wall clock
  expect(readFindings(`${text}\n\nNo findings. `).ok).toBeTypeOf('boolean');
  expect(process.cpuUsage(from).user).toBeLessThan(5_000_000);
});
