import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fenceText, stablePart } from '../../../role/role.ts';
import { evaluator } from './evaluator.ts';
import type { EvaluatorInput } from './inputs.ts';
import { inputs, readName } from './testing/inputs.ts';

const input = inputs['task.evaluator'];
const prompt = evaluator.prompt(input, readName);
const read = (text: string) => evaluator.read({ text });

describe('the evaluator does not learn how the change was made', () => {
  const authors =
    /\b(generat\w*|AIs?|LLMs?|agents?|sub-?agents?|assistants?|models?|implement\w*|developers?|programmers?|authors?|coders?|bots?|machines?|claude|codex|gpt|copilot|harness)\b/i;
  const anchors =
    /\b(plans?|planned|planner|advisors?|reviews?|reviewers?|proposals?|critiques?|reason(ing|ed)|changes\.md)\b/i;

  test('W-128 no sent text names the author', () => {
    const sent = `${stablePart(evaluator)}\n${prompt}`.replaceAll('docs/harness/', '');
    expect(sent.match(authors)).toBeNull();
    expect(sent).not.toMatch(/CLAUDE\.md|AGENTS\.md/i);
  });

  test('W-128 no sent text mentions plans, reviews or reasons of others', () => {
    expect(`${stablePart(evaluator)}\n${prompt}`.match(anchors)).toBeNull();
  });

  test('the search would find such a word', () => {
    expect('The generator wrote it').toMatch(authors);
    expect('an AI-written change').toMatch(authors);
    expect('see the plan').toMatch(anchors);
  });

  test('W-126 W-128 gets exactly ten inputs, even if a caller passes more', () => {
    const names = [...prompt.matchAll(/<data name="([^"]+)"/g)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(input).sort());
    const more = { ...input, plan_content: 'the plan', advisor_review: 'a review', qa_feedback: 'the last report' };
    expect(evaluator.prompt(more as EvaluatorInput, readName)).toBe(prompt);
  });

  test('W-128 tells it not to look for texts about the change', () => {
    expect(evaluator.instructions).toContain('Open no notes, lists or reports about the change');
  });

  test('W-126 passes the listed paths unchanged', () => {
    expect(prompt).toContain(fenceText('changed_files_list', 'content of artifacts/changed.txt'));
    expect(prompt).toContain(fenceText('verify_context', input.verify_context));
  });
});

describe('the report', () => {
  const form = evaluator.instructions.split('````')[1] ?? '';

  test('WO-08 has its sections in order', () => {
    expect([...form.matchAll(/^#{2,4} .+$/gm)].map(([heading]) => heading)).toEqual([
      '## QA Report — Round <round_num>',
      '### Verdict: <PASS or FAIL>',
      '### Layer 2',
      '#### Completion Criteria',
      '#### Changed Files',
      '#### Test Coverage',
      '#### Diff Risk',
      '### Layer 3',
      '#### Pre-mortem',
      '### Fix Instructions',
    ]);
    for (const criterion of ['Completion', 'Scope', 'Bug-free', 'Consistency', 'Minimal change'])
      expect(form).toContain(`\n| ${criterion} |`);
  });

  test('W-132 has a verdict in exactly these words', () => {
    expect(evaluator.instructions).toContain('exactly `### Verdict: PASS` or `### Verdict: FAIL`');
  });
});

describe('the verdict in the first line', () => {
  test.each([
    ['PASS — all 5 criteria met', 'none'],
    ['PASS', 'none'],
    ['**PASS** — fine', 'none'],
    ['FAIL L2 — 2 items failed: a, b', 'L2'],
    ['FAIL L2', 'L2'],
    ['fail l2: no test', 'L2'],
    ['FAIL L3 — a leak in a.ts:3', 'L3'],
    ['FAIL — something', 'L3'],
    ['FAIL', 'L3'],
    ['FAIL — L2 was a PASS', 'L3'],
  ])('W-130 %s fails in layer: %s', (line, layer) => {
    expect(read(line)).toMatchObject({ ok: true, value: { readable: true, layer } });
  });

  test('W-03 WO-04 only the first token of the first line decides', () => {
    expect(read('FAIL L2 — PASS was expected\nPASS — no')).toMatchObject({ value: { layer: 'L2' } });
    expect(read('PASS — no FAIL anywhere')).toMatchObject({ value: { layer: 'none' } });
  });

  test('W-130 a PASS is the whole answer, except for a report that could not be written', () => {
    expect(read('PASS — all met\n\n## QA Report — Round 1\n\n### Verdict: PASS\n')).toMatchObject({
      value: { layer: 'none', line: 'PASS — all met' },
    });
    for (const more of ['FAIL L2 — yes', 'I take that back.', '### Verdict: FAIL'])
      expect(read(`PASS — all met\n${more}`)).toMatchObject({ value: { readable: false, layer: 'L3' } });
  });

  test.each([
    '',
    ' \n ',
    'Everything looks great!',
    'PASSED — fine',
    'Pass all tests before merging',
    'PASS|FAIL — summary',
    'I looked at it.\nPASS — fine',
    '## QA Report — Round 1\n\n### Verdict: PASS',
    'not a PASS',
    '> PASS — fine',
    '{"verdict": "PASS"}',
  ])('WO-16 %j is never a PASS', (text) => {
    expect(read(text)).toMatchObject({ ok: true, value: { readable: false, layer: 'L3' } });
  });

  test('WO-16 only a line that begins with PASS passes', () => {
    const words = fc.constantFrom('PASS', 'FAIL', 'L2', 'L3', '—', ':', '\n', '**', '`', 'no', '### Verdict:', '>');
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 3 })), { maxLength: 10 }), (parts) => {
        const answer = read(parts.join(' '));
        if (!answer.ok) throw new Error('a line is never a failure');
        if (answer.value.layer === 'none') expect(answer.value.line).toMatch(/^PASS\b/i);
        if (!answer.value.readable) expect(answer.value.layer).toBe('L3');
      }),
      { numRuns: 2_000 },
    );
  });
});
