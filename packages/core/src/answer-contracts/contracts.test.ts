/** Tests which answers each output contract accepts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { fail, ok } from '../failure/failure.ts';
import { firstLine } from './first-line.ts';
import { json } from './json.ts';
import { lastLineOf } from './last-line.ts';
import { matched, type OutputContract, outcomeOf, unreadableAnswer } from './match.ts';

const verdictLine = firstLine({
  begins: ['PASS', 'FAIL', 'FAIL L2', 'FAIL L3'],
  contains: ['generated', 'changed', 'written'],
});

describe('the first line', () => {
  test.each([
    ['W-04 keyword and summary', 'PASS — build ok, test 12/12', 'PASS', 'build ok, test 12/12'],
    ['W-130 the longest keyword wins', 'FAIL L2 — 3 items failed: a, b, c', 'FAIL L2', '3 items failed: a, b, c'],
    ['W-130 a bare FAIL', 'FAIL', 'FAIL', ''],
    ['WO-04 a FAIL whose summary mentions PASS', 'FAIL — PASS was expected', 'FAIL', 'PASS was expected'],
    ['in bold', '**PASS** — fine', 'PASS', 'fine'],
    ['in any case', 'Pass: fine', 'PASS', ''],
    ['with a hyphen instead of a dash', 'PASS - fine', 'PASS', 'fine'],
    ['after a preamble', "Sure, here's the result:\n\nFAIL — test: 2 red", 'FAIL', 'test: 2 red'],
    [
      'WO-01 spec',
      'spec.md generated — 5 acceptance criteria, 2 edge cases',
      'generated',
      '5 acceptance criteria, 2 edge cases',
    ],
    ['WO-01 persona', 'architect proposal written — .harness/planner/p.md', 'written', '.harness/planner/p.md'],
    ['WO-02 generator', '3 files changed — a.ts, b.ts, c.ts', 'changed', 'a.ts, b.ts, c.ts'],
    ['W-03 ignores all other lines', 'PASS — fine\nFAIL — not fine', 'PASS', 'fine'],
  ])('%s', (_, text, word, summary) => {
    expect(verdictLine({ text })).toMatchObject({ is: 'match', value: { word, summary } });
  });

  test('W-03 returns the whole line for the progress output', () => {
    expect(verdictLine({ text: '`PASS` — **fine**\nmore' })).toMatchObject({ value: { line: 'PASS — fine' } });
  });

  test.each([
    ['an empty answer', ' \n', 'empty'],
    ['praise', 'Everything looks great!', 'no-first-line'],
    ['an instruction that starts with a verdict word', 'Pass all tests before merging', 'no-first-line'],
    ['a longer word', 'PASSED — fine', 'no-first-line'],
    ['a verdict on the second line', 'I looked at it.\nPASS — fine', 'no-first-line'],
    ['a keyword only after the dash', 'done — spec.md generated', 'no-first-line'],
    ['a negated keyword', 'spec.md was not generated — the disk is full', 'no-first-line'],
    ['a keyword negated by a contraction', "couldn't finish what was to be changed", 'no-first-line'],
  ])('W-05 %s is unreadable', (_, text, reason) => {
    expect(verdictLine({ text })).toMatchObject({ is: 'unreadable', reason });
  });
});

describe('the last line with a given form', () => {
  const form = 'VALIDATOR <feature>: passed|failing';
  const verdict = lastLineOf(
    form,
    (line) => /^VALIDATOR (?<item>\S+): (?<said>passed|failing)(?=$|\s)/.exec(line)?.groups,
  );

  test.each([
    ['alone', 'VALIDATOR F-001: passed', { item: 'F-001', said: 'passed' }],
    [
      'after an explanation, in bold and backticks',
      'It holds.\n\n**VALIDATOR** `F-001`: passed\n',
      { item: 'F-001', said: 'passed' },
    ],
    [
      'MO-20 only the last line counts',
      'VALIDATOR F-1: failing\nbut now\nVALIDATOR F-1: passed — 3\n',
      { item: 'F-1', said: 'passed' },
    ],
  ])('%s', (_, text, value) => {
    expect(verdict({ text })).toEqual(matched(value));
  });

  test.each([
    ['an empty answer', ''],
    ['inside a sentence', 'My VALIDATOR F-001: passed stands.'],
    ['followed by words', 'VALIDATOR F-001: passed\nBye.'],
    ['a copy of the form', form],
    ['lower case', 'validator F-001: passed'],
  ])('%s is unreadable', (_, text) => {
    expect(verdict({ text })).toEqual(unreadableAnswer('no-line', `the last line is not ${form}`));
  });

  test('a quoted line is unreadable', () => {
    expect(verdict({ text: '> VALIDATOR F-001: passed' })).toEqual(unreadableAnswer('quoted'));
  });
});

describe('JSON', () => {
  const plan = json(z.object({ features: z.array(z.object({ id: z.string() })) }));
  const value = { features: [{ id: 'F-1 }"' }] };
  const document = JSON.stringify(value);

  test.each([
    ['bare', document],
    ['pretty', JSON.stringify(value, null, 2)],
    ['in a code block', `\`\`\`json\n${document}\n\`\`\``],
    ['after an unclosed bracket', `It is [nearly done:\n${document}`],
    ['surrounded by prose', `Here is the plan {draft}:\n${document}\nTell me [if] it is right.`],
    ['after a byte order mark', `\uFEFF${document}`],
    ['repeated', `${document}\n${document}`],
    ['next to a document with another shape', `{"note": 1}\n${document}`],
  ])('%s', (_, text) => {
    expect(plan({ text })).toEqual(matched(value));
  });

  test('uses the document that the provider already parsed', () => {
    expect(plan({ text: 'see the document', json: value })).toEqual(matched(value));
    expect(plan({ text: document, json: { features: 1 } })).toMatchObject({ reason: 'wrong-json' });
  });

  test.each([
    ['no document', 'I have no plan.', 'no-json'],
    ['a truncated document', document.slice(0, -4), 'no-json'],
    ['a truncated string', '{"features": [{"id": "F-', 'no-json'],
    ['single quotes', "{'features': []}", 'no-json'],
    ['a document with another shape', '{"features": [{"id": 7}]}', 'wrong-json'],
    ['a truncated document after a complete one', `${document}\nNo, rather: {"features": [`, 'no-json'],
    ['a complete list inside a truncated document', '{"plan": [{"id": "F-1"}], "more": ', 'no-json'],
    ['two different plans', `{"features": []}\n${document}`, 'contradiction'],
  ])('%s is unreadable', (_, text, reason) => {
    expect(plan({ text })).toMatchObject({ is: 'unreadable', reason });
  });

  test('names the path of a value with the wrong type', () => {
    expect(plan({ text: '{"features": [{"id": 7}]}' })).toMatchObject({
      detail: expect.stringMatching(/^features\.0\.id: /),
    });
  });

  test.each(['{', '[', '{"', '{"a":', '{}{'])('reads four million characters of %j in less than ten seconds', (bit) => {
    const from = process.cpuUsage(); // CPU time, because other processes may slow down the wall clock
    expect(plan({ text: bit.repeat(4_000_000 / bit.length) })).toMatchObject({ is: 'unreadable' });
    expect(process.cpuUsage(from).user).toBeLessThan(10_000_000);
  });
});

test('converts an unreadable answer into a failure with the reason for the repair turn', () => {
  const read = (text: string) => outcomeOf(json(z.object({ a: z.string() }))({ text }));
  expect(read('{"a": "b"}')).toEqual(ok({ a: 'b' }));
  expect(read('none')).toEqual(fail('agent.schema', { reason: 'no-json' }));
  expect(read('{}')).toMatchObject({ failure: { params: { reason: expect.stringMatching(/^a: /) } } });
});

describe('contracts never match by accident', () => {
  const esc = '\u001b';
  const bits = [
    '**',
    '_',
    '`',
    ' ',
    '\n',
    '\r',
    '\uFEFF',
    '\u200b',
    '\u0000',
    `${esc}[31m`,
    'Sure!\n',
    ' — ',
    ': ',
    '.',
    '[',
    ']',
  ];
  /** All keywords, cut in two: only a reader that joins the parts could match one. */
  const halves = ['PA', 'SS', 'FA', 'IL', 'VERDICT', 'acc', 'ept', 'gener', 'ated'];
  const answer = fc
    .array(fc.oneof(fc.constantFrom(...bits), fc.constantFrom(...halves), fc.string({ maxLength: 2 })), {
      maxLength: 25,
    })
    .map((parts) => parts.join(''));
  const contracts: readonly (readonly [OutputContract<unknown>, readonly (readonly string[])[]])[] = [
    [verdictLine, [['pass'], ['fail'], ['generated'], ['changed'], ['written']]],
    [lastLineOf('', (line) => (/^VERDICT: accept\b/.test(line) ? line : undefined)), [['VERDICT:', 'accept']]],
  ];

  test('matches only answers that contain all words of the contract uncut', () => {
    fc.assert(
      fc.property(answer, fc.constantFrom(...contracts), (text, [contract, ways]) => {
        if (contract({ text }).is !== 'match') return;
        const lowerCase = text.toLowerCase();
        expect(ways.some((words) => words.every((word) => lowerCase.includes(word.toLowerCase())))).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  test('matches no ordinary prose', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 20 }), fc.constantFrom(...contracts), (text, [contract]) => {
        expect(contract({ text }).is).toBe('unreadable');
      }),
    );
  });
});
