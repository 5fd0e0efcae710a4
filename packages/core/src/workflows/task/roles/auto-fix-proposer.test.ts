import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fenceText } from '../../../role/role.ts';
import { autoFixProposer } from './auto-fix-proposer.ts';
import { inputs } from './testing/inputs.ts';

const read = (text: string) => autoFixProposer.read({ text });
const noRead = () => {
  throw new Error('nothing is loaded for the proposer');
};

describe('auto-fix proposer', () => {
  test('W-113 gets paths and no contents', () => {
    const prompt = autoFixProposer.prompt(inputs['task.auto-fix-proposer'], noRead);
    expect(prompt).toContain(fenceText('failing_files_list', 'src/page.ts\nsrc/page.test.ts'));
    expect(prompt).toContain(fenceText('spec_path', 'docs/harness/add-a-page/spec.md'));
  });

  test('W-114 accepts an empty list of files', () => {
    const prompt = autoFixProposer.prompt({ ...inputs['task.auto-fix-proposer'], failing_files_list: '' }, noRead);
    expect(prompt).toContain(fenceText('failing_files_list', ''));
  });

  test('WO-09 reads little, and writes a patch with four sections', () => {
    expect(autoFixProposer.instructions).toContain('at most 5 files, and at most 100 lines of each');
    for (const heading of ['## Confidence', '## Diff', '## Rationale', '## Limitations', '```diff', '@@ -'])
      expect(autoFixProposer.instructions).toContain(`\n${heading}`);
  });

  test.each([
    ['auto_fix_patch written — confidence: High — adds a guard', 'High'],
    ['auto_fix_patch written — confidence: Medium — adds a guard', 'Medium'],
    ['auto_fix_patch written - confidence: low - a guess', 'Low'],
    ['auto_fix_patch written — confidence: Unknown — no idea', 'Unknown'],
    ['auto_fix_patch written — confidence: High', 'High'],
  ])('WO-03 W-116 reads the confidence of: %s', (line, confidence) => {
    expect(read(`${line}\nconfidence: Low`)).toEqual({ ok: true, value: { line, readable: true, confidence } });
  });

  test('W-116 reads it in bold or backticks too', () => {
    expect(read('`auto_fix_patch` written — confidence: **Low** — a guess')).toMatchObject({
      value: { readable: true, confidence: 'Low' },
    });
  });

  test.each([
    ['an empty answer', '', 'no answer'],
    ['no confidence', 'auto_fix_patch written — adds a guard', 'auto_fix_patch written — adds a guard'],
    ['an unknown confidence', 'auto_fix_patch written — confidence: 90 %', 'auto_fix_patch written — confidence: 90 %'],
    [
      'the form unfilled',
      'auto_fix_patch written — confidence: High|Medium|Low',
      'auto_fix_patch written — confidence: High|Medium|Low',
    ],
    ['a similar word', 'auto_fix_patch written — confidence: Highish', 'auto_fix_patch written — confidence: Highish'],
    ['a denial', 'nothing written — confidence: High', 'nothing written — confidence: High'],
    ['a confidence in the second line', 'I tried.\nauto_fix_patch written — confidence: High', 'I tried.'],
  ])('W-05 %s becomes the line with confidence Unknown', (_, text, reason) => {
    const line = `auto_fix_patch written — confidence: Unknown — ${reason}`;
    expect(read(text)).toEqual({ ok: true, value: { line, readable: false, confidence: 'Unknown' } });
  });

  test('W-05 every answer has one of four confidences, and only a readable one is above Unknown', () => {
    const words = fc.constantFrom(
      'auto_fix_patch',
      'written',
      '—',
      'confidence:',
      'High',
      'Low',
      '|',
      'not',
      '\n',
      '**',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 4 })), { maxLength: 12 }), (parts) => {
        const answer = read(parts.join(' '));
        if (!answer.ok) throw new Error('a line is never a failure');
        expect(['High', 'Medium', 'Low', 'Unknown']).toContain(answer.value.confidence);
        expect(answer.value.readable || answer.value.confidence === 'Unknown').toBe(true);
        expect(answer.value.line).not.toContain('\n');
      }),
      { numRuns: 2_000 },
    );
  });
});
