import { describe, expect, test } from 'vitest';
import { fenceText, stablePart } from '../../../role/role.ts';
import { codeQualityAdvisor, combinedAdvisor, testStabilityAdvisor } from './advisors.ts';
import { generatorSingle, implementation, implementationStandard } from './generators.ts';
import type { AdvisorInput } from './inputs.ts';
import { leadDeveloper } from './lead-developer.ts';
import { inputs, readName } from './testing/inputs.ts';

const single = inputs['task.generator-single'];

describe.each([generatorSingle, implementationStandard, implementation])('$id', ({ instructions }) => {
  test('W-160 stays in scope and within the number of files', () => {
    expect(instructions).toContain('Change nothing outside `scope`.');
    expect(instructions).toContain('Change at most `max_files` files');
  });

  test('commits nothing and weakens no test', () => {
    expect(instructions).toContain('Do not commit');
    expect(instructions).toContain('Do not weaken, skip or delete existing tests');
  });

  test('WO-06 writes a readable list of changes', () => {
    const form = instructions.split('````')[1] ?? '';
    const headings = ['# Round <round_num> Changes', '## Modified Files', '## Created Files', '## Deleted Files'];
    expect(
      form
        .split('\n')
        .filter((line) => line.startsWith('#'))
        .slice(0, 4),
    ).toEqual(headings);
    expect(form).toContain('- <path> — <reason>');
  });
});

describe('rounds', () => {
  test('W-98 the first round says so, a later round includes the report', () => {
    expect(generatorSingle.prompt(single, readName)).toContain(fenceText('qa_feedback', '(First round)'));
    const later = { ...single, qa_feedback: { file: 'docs/harness/x/qa_report.md' } };
    expect(generatorSingle.prompt(later, readName)).toContain(
      fenceText('qa_feedback', 'content of docs/harness/x/qa_report.md'),
    );
  });

  test('W-102 a retry adds the failure line and the report; a first try has neither', () => {
    expect(generatorSingle.prompt(single, readName)).not.toContain('verify_');
    const retry = { ...single, verify_failure: 'FAIL — test: 2 red', verify_report_path: 'v.md' };
    expect(generatorSingle.prompt(retry, readName)).toContain(
      `${fenceText('verify_failure', 'FAIL — test: 2 red')}\n\n${fenceText('verify_report_path', 'v.md')}`,
    );
  });

  test('W-109 a retry keeps the plan and the reviews', () => {
    const retry = { verify_failure: 'FAIL — build: no', verify_report_path: 'v.md' };
    const standard = implementationStandard.prompt({ ...inputs['task.implementation-standard'], ...retry }, readName);
    expect(standard).toContain('content of .harness/generator/plan.md');
    expect(standard).toContain('content of .harness/generator/review_combined.md');
    const multi = implementation.prompt({ ...inputs['task.implementation'], ...retry }, readName);
    expect(multi).toContain(fenceText('code_quality_review', 'content of .harness/generator/review_code_quality.md'));
    expect(multi).toContain(
      fenceText('test_stability_review', 'content of .harness/generator/review_test_stability.md'),
    );
  });
});

describe('advisor feedback', () => {
  test('WO-06 every generator with feedback must account for it', () => {
    for (const { instructions } of [implementationStandard, implementation]) {
      expect(instructions).toContain('## Advisor Feedback Applied');
      expect(instructions).toContain('## Advisor Feedback Declined');
    }
    expect(generatorSingle.instructions).not.toMatch(/advisor|plan_content/i);
  });
});

describe.each([combinedAdvisor, codeQualityAdvisor, testStabilityAdvisor])('$id', (role) => {
  const input = inputs['task.combined-advisor'];
  const prompt = role.prompt(input, readName);

  test('W-101 gets spec and plan, and learns that there is no code to read', () => {
    const names = [...prompt.matchAll(/<data name="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      'spec_content',
      'plan_content',
      'repo_path',
      'lang',
      'test_cmd',
      'user_lang',
      'output_path',
    ]);
    expect(role.instructions).toContain('open no source file');
  });

  test('W-101 gets no code, even if a caller passes some', () => {
    const more = { ...input, diff: 'a diff', changes_path: 'changes.md', changed_files_list: 'a.ts' };
    expect(role.prompt(more as AdvisorInput, readName)).toBe(prompt);
  });
});

test('W-100 two advisors have separate questions, the combined advisor has all', () => {
  const questions = (instructions: string) => instructions.split('\n').filter((line) => /^- .*\?$/.test(line));
  const [quality, stability] = [codeQualityAdvisor, testStabilityAdvisor].map(({ instructions }) =>
    questions(instructions),
  );
  expect(quality?.filter((one) => stability?.includes(one))).toEqual([]);
  expect(questions(combinedAdvisor.instructions)).toEqual([...(quality ?? []), ...(stability ?? [])]);
});

test('W-160 the plan has the same limits', () => {
  expect(stablePart(leadDeveloper)).toContain('Stay inside `scope` and at or below `max_files` files');
});
