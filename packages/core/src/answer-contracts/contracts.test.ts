/** The six output contracts against the same question: what is an answer, and what is none? */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { fail, ok } from '../failure/failure.ts';
import { anyText, file } from './file.ts';
import { firstLine } from './first-line.ts';
import { json } from './json.ts';
import { marker } from './marker.ts';
import { createReplyReader, matched, type OutputContract, unreadableAnswer, unreadableReasons } from './match.ts';
import { sentinel } from './sentinel.ts';
import { verb } from './verb.ts';

const verdictLine = firstLine({
  begins: ['PASS', 'FAIL', 'FAIL L2', 'FAIL L3'],
  contains: ['generated', 'changed', 'written'],
});

describe('the first line', () => {
  test.each([
    ['W-04 keyword and summary', 'PASS — build ok, test 12/12', 'PASS', 'build ok, test 12/12'],
    ['W-130 the longer word wins', 'FAIL L2 — 3 items failed: a, b, c', 'FAIL L2', '3 items failed: a, b, c'],
    ['W-130 a bare FAIL', 'FAIL', 'FAIL', ''],
    ['WO-04 a FAIL that speaks of a PASS', 'FAIL — PASS was expected', 'FAIL', 'PASS was expected'],
    ['in bold', '**PASS** — fine', 'PASS', 'fine'],
    ['in any case', 'Pass: fine', 'PASS', ''],
    ['with a hyphen for the dash', 'PASS - fine', 'PASS', 'fine'],
    ['after a preamble', "Sure, here's the result:\n\nFAIL — test: 2 red", 'FAIL', 'test: 2 red'],
    [
      'WO-01 spec',
      'spec.md generated — 5 acceptance criteria, 2 edge cases',
      'generated',
      '5 acceptance criteria, 2 edge cases',
    ],
    ['WO-01 persona', 'architect proposal written — .harness/planner/p.md', 'written', '.harness/planner/p.md'],
    ['WO-02 generator', '3 files changed — a.ts, b.ts, c.ts', 'changed', 'a.ts, b.ts, c.ts'],
    ['W-03 the rest of the answer is not looked at', 'PASS — fine\nFAIL — not fine', 'PASS', 'fine'],
  ])('%s', (_, text, word, summary) => {
    expect(verdictLine({ text })).toMatchObject({ is: 'match', value: { word, summary } });
  });

  test('W-03 comes along whole, as the line of progress', () => {
    expect(verdictLine({ text: '`PASS` — **fine**\nmore' })).toMatchObject({ value: { line: 'PASS — fine' } });
  });

  test.each([
    ['nothing', ' \n', 'empty'],
    ['praise', 'Everything looks great!', 'no-first-line'],
    ['an instruction that begins like a verdict', 'Pass all tests before merging', 'no-first-line'],
    ['a longer word', 'PASSED — fine', 'no-first-line'],
    ['a verdict in the second line', 'I looked at it.\nPASS — fine', 'no-first-line'],
    ['a keyword after the dash only', 'done — spec.md generated', 'no-first-line'],
    ['a denial', 'spec.md was not generated — the disk is full', 'no-first-line'],
    ['another denial', "couldn't finish what was to be changed", 'no-first-line'],
  ])('W-05 %s is unreadable', (_, text, reason) => {
    expect(verdictLine({ text })).toMatchObject({ is: 'unreadable', reason });
  });
});

describe('a sentinel', () => {
  const planReview = sentinel('VERDICT: accept', 'VERDICT: accept-with-notes', 'VERDICT: reject');

  test.each([
    ['M-05 by itself', 'VERDICT: reject', 'VERDICT: reject'],
    ['after what was thought', 'The order is odd.\n\n**VERDICT: accept-with-notes**\n', 'VERDICT: accept-with-notes'],
    ['in any case, twice the same', 'verdict: accept\nVERDICT: accept', 'VERDICT: accept'],
  ])('%s', (_, text, line) => {
    expect(planReview({ text })).toEqual(matched(line));
  });

  test.each([
    ['inside a sentence', 'My VERDICT: accept stands.', 'no-sentinel'],
    ['with more on its line', 'VERDICT: accept, mostly', 'no-sentinel'],
    ['quoted', '> VERDICT: accept', 'no-sentinel'],
    ['the form itself', 'VERDICT: accept|accept-with-notes|reject', 'no-sentinel'],
    ['two of them', 'VERDICT: accept\nVERDICT: reject', 'contradiction'],
  ])('%s is unreadable', (_, text, reason) => {
    expect(planReview({ text })).toEqual(unreadableAnswer(reason as 'no-sentinel'));
  });
});

describe('a verb', () => {
  const decide = verb({
    DONE: 'nothing',
    CONVERTED: 'nothing',
    NEXT_WORKER: 'word',
    CHECKPOINT: 'word',
    ESCALATE: 'text',
  });

  test.each([
    ['M-10 alone', 'DONE', { verb: 'DONE', argument: '' }],
    ['M-11 with its id', 'NEXT_WORKER F-001', { verb: 'NEXT_WORKER', argument: 'F-001' }],
    ['MO-16 in stars and backticks', '**NEXT_WORKER** `F-001`', { verb: 'NEXT_WORKER', argument: 'F-001' }],
    ['after reasons', 'F-001 failed twice.\n\nNEXT_WORKER F-FIX-002.', { verb: 'NEXT_WORKER', argument: 'F-FIX-002' }],
    ['with a reason behind it', 'NEXT_WORKER F-001 — it failed', { verb: 'NEXT_WORKER', argument: 'F-001' }],
    ['M-15 with a name', 'CHECKPOINT: post-planner', { verb: 'CHECKPOINT', argument: 'post-planner' }],
    [
      'M-16 with a reason',
      'ESCALATE the spec says both. Ask!',
      { verb: 'ESCALATE', argument: 'the spec says both. Ask!' },
    ],
    ['the same twice', 'DONE\nDONE.', { verb: 'DONE', argument: '' }],
  ])('%s', (_, text, value) => {
    expect(decide({ text })).toEqual(matched(value));
  });

  test.each([
    ['Md-03 none of them', 'NEXT_TESTER F-001', 'no-verb'],
    ['nothing', '', 'no-verb'],
    ['lower case', 'next_worker F-001', 'no-verb'],
    ['a sentence that begins with one', 'DONE is far away', 'no-verb'],
    ['without what it takes', 'NEXT_WORKER', 'no-verb'],
    ['with more than it takes', 'NEXT_WORKER F-001 and F-002', 'no-verb'],
    ['within a line', 'I would say NEXT_WORKER F-001', 'no-verb'],
    ['M-09 two decisions', 'NEXT_WORKER F-001\nNEXT_WORKER F-002', 'contradiction'],
    ['a word that every object has', 'constructor', 'no-verb'],
  ])('%s is unreadable', (_, text, reason) => {
    expect(decide({ text })).toEqual(unreadableAnswer(reason as 'no-verb'));
  });
});

describe('a marker', () => {
  const issue = marker({ id: 'ABC-1', names: ['ISSUE_COMPLETE', 'ISSUE_FAILED'] });
  const worker = marker({ id: 'F-001', names: ['WORKER'] });
  const validator = marker({ id: 'F-001', names: ['VALIDATOR'], which: 'last' });
  const harness = marker({ id: null, names: ['HARNESS_DONE', 'HARNESS_STOP'] });

  test.each<[string, OutputContract<unknown>, string, unknown]>([
    ['I-58 complete', issue, 'All good.\n[ISSUE_COMPLETE: ABC-1]', { marker: 'ISSUE_COMPLETE', rest: '' }],
    ['I-58 failed, in backticks', issue, '`[ISSUE_FAILED: ABC-1]`', { marker: 'ISSUE_FAILED', rest: '' }],
    ['I-58 without an id', harness, '[HARNESS_DONE]', { marker: 'HARNESS_DONE', rest: '' }],
    ['MO-19', worker, 'WORKER F-001: implemented — add()', { marker: 'WORKER', rest: 'implemented — add()' }],
    [
      'MO-20, the last one counts',
      validator,
      'VALIDATOR F-001 round 1: failing — 2 pass, 1 fail\nbut now\n**VALIDATOR F-001 round 2: passed — 3 pass, 0 fail**',
      { marker: 'VALIDATOR', rest: 'round 2: passed — 3 pass, 0 fail' },
    ],
  ])('%s', (_, contract, text, value) => {
    expect(contract({ text })).toEqual(matched(value));
  });

  test.each<[string, OutputContract<unknown>, string, string]>([
    ['Id-05 none', issue, 'Done with ABC-1.', 'no-marker'],
    ['I-58 not on a line of its own', issue, 'I print [ISSUE_COMPLETE: ABC-1] now', 'no-marker'],
    ['without its id', issue, '[ISSUE_COMPLETE]', 'another-id'],
    ['for another id', issue, '[ISSUE_COMPLETE: ABC-12]', 'another-id'],
    ['for ours and for another', issue, '[ISSUE_COMPLETE: ABC-1]\n[ISSUE_COMPLETE: ABC-2]', 'another-id'],
    ['both for ours', issue, '[ISSUE_COMPLETE: ABC-1]\n[ISSUE_FAILED: ABC-1]', 'contradiction'],
    [
      'the last one is for another',
      validator,
      'VALIDATOR F-001 round 1: passed\nVALIDATOR F-0011 round 1: passed',
      'another-id',
    ],
    ['an id where there is none', harness, '[HARNESS_DONE: ABC-1]', 'another-id'],
  ])('%s is unreadable', (_, contract, text, reason) => {
    expect(contract({ text })).toMatchObject({ is: 'unreadable', reason });
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
    ['with a bracket that nobody closes', `It is [nearly done:\n${document}`],
    ['with words around it', `Here is the plan {draft}:\n${document}\nTell me [if] it is right.`],
    ['after a byte order mark', `\uFEFF${document}`],
    ['twice the same', `${document}\n${document}`],
    ['beside one of another shape', `{"note": 1}\n${document}`],
  ])('%s', (_, text) => {
    expect(plan({ text })).toEqual(matched(value));
  });

  test('that the provider has read already is taken as it is', () => {
    expect(plan({ text: 'see the document', json: value })).toEqual(matched(value));
    expect(plan({ text: document, json: { features: 1 } })).toMatchObject({ reason: 'wrong-json' });
  });

  test.each([
    ['none', 'I have no plan.', 'no-json'],
    ['half of it', document.slice(0, -4), 'no-json'],
    ['half a string of it', '{"features": [{"id": "F-', 'no-json'],
    ['single quotes', "{'features': []}", 'no-json'],
    ['another shape', '{"features": [{"id": 7}]}', 'wrong-json'],
    ['half a document after a whole one', `${document}\nNo, rather: {"features": [`, 'no-json'],
    ['a whole list inside half a document', '{"plan": [{"id": "F-1"}], "more": ', 'no-json'],
    ['two plans', `{"features": []}\n${document}`, 'contradiction'],
  ])('%s is unreadable', (_, text, reason) => {
    expect(plan({ text })).toMatchObject({ is: 'unreadable', reason });
  });

  test('of another shape says where', () => {
    expect(plan({ text: '{"features": [{"id": 7}]}' })).toMatchObject({
      detail: expect.stringMatching(/^features\.0\.id: /),
    });
  });

  test.each(['{', '[', '{"', '{"a":', '{}{'])('four million letters of %j are read in a moment', (bit) => {
    const from = process.cpuUsage(); // not the wall clock: the machine may be busy with others
    expect(plan({ text: bit.repeat(4_000_000 / bit.length) })).toMatchObject({ is: 'unreadable' });
    expect(process.cpuUsage(from).user).toBeLessThan(10_000_000);
  });
});

describe('a file', () => {
  const report = file(sentinel('### Verdict: PASS', '### Verdict: FAIL'));

  test('W-132 is read by the contract inside, not by what was replied', () => {
    expect(report({ text: '### Verdict: FAIL', file: '# QA\n### Verdict: PASS\n' })).toEqual(
      matched('### Verdict: PASS'),
    );
    expect(report({ text: '### Verdict: PASS', file: '# QA\n' })).toEqual(unreadableAnswer('no-sentinel'));
  });

  test('W-86 that is not there is never a success, whatever is claimed', () => {
    expect(report({ text: 'written — ### Verdict: PASS' })).toEqual(unreadableAnswer('no-file'));
  });

  test('may hold anything but nothing', () => {
    expect(file(anyText)({ text: '', file: '# Spec\n' })).toEqual(matched('# Spec\n'));
    expect(file(anyText)({ text: 'done', file: ' \n' })).toEqual(unreadableAnswer('empty'));
  });
});

test('a role reads by its contract: what is unreadable is a failure with the reason that the repair turn is told', () => {
  const read = createReplyReader(sentinel('OK'));
  expect(read({ text: 'ok' })).toEqual(ok('OK'));
  expect(read({ text: 'well' })).toEqual(fail('agent.schema', { reason: 'no-sentinel' }));
  expect(createReplyReader(json(z.object({ a: z.string() })))({ text: '{}' })).toMatchObject({
    failure: { params: { reason: expect.stringMatching(/^wrong-json: a: /) } },
  });
  expect(new Set(unreadableReasons).size).toBe(unreadableReasons.length);
});

describe('no contract is met by accident', () => {
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
  /** Every word of every contract in two halves, so that only a reader that glues could make it whole. */
  const halves = [
    'PA',
    'SS',
    'FA',
    'IL',
    'VERDICT',
    'acc',
    'ept',
    'DO',
    'NE',
    'ISSUE_',
    'COMPLETE',
    'ABC',
    '-1',
    'gener',
    'ated',
  ];
  const answer = fc
    .array(fc.oneof(fc.constantFrom(...bits), fc.constantFrom(...halves), fc.string({ maxLength: 2 })), {
      maxLength: 25,
    })
    .map((parts) => parts.join(''));
  const contracts: readonly (readonly [OutputContract<unknown>, readonly (readonly string[])[]])[] = [
    [verdictLine, [['pass'], ['fail'], ['generated'], ['changed'], ['written']]],
    [sentinel('VERDICT: accept'), [['verdict:', 'accept']]],
    [verb({ DONE: 'nothing' }), [['DONE']]],
    [marker({ id: 'ABC-1', names: ['ISSUE_COMPLETE'] }), [['ISSUE_COMPLETE', 'ABC-1']]],
  ];

  test('what matches had every word of it in one piece', () => {
    fc.assert(
      fc.property(answer, fc.constantFrom(...contracts), (text, [contract, ways]) => {
        if (contract({ text }).is !== 'match') return;
        const said = text.toLowerCase();
        expect(ways.some((words) => words.every((word) => said.includes(word.toLowerCase())))).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  test('text that somebody just wrote matches nothing', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 20 }), fc.constantFrom(...contracts), (text, [contract]) => {
        expect(contract({ text }).is).toBe('unreadable');
      }),
    );
  });
});
