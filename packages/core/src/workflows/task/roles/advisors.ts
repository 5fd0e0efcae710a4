/** Advisors who review a plan before it is implemented. They judge only the plan, never code (W-101). */

import { fileRole } from './file-role.ts';
import type { AdvisorInput } from './inputs.ts';
import { fileTemplate, promptSection } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';

const quality = [
  '- Is each part in the place where a reader expects it, with one responsibility and a name that states it?',
  '- Does the plan build something twice, too generally, or without a requirement for it?',
  '- Are errors, limits and hostile input handled where they arise? Could a secret leak or a permission be misused?',
  '- Is there a simpler way to meet the same criterion?',
];

const stability = [
  '- Does every completion criterion and every edge case have a test that would fail without the change?',
  '- Would a test depend on time, order, randomness, the network or another test?',
  '- What works today and could break, and which step would detect it? Can each step be reverted?',
  '- What happens on interruption, repetition, concurrent use, large amounts of data, or an old state?',
];

const advisor = (id: `task.${string}`, about: string, questions: readonly string[]) =>
  fileRole<AdvisorInput>({
    id,
    target: 'output_path',
    opening: [
      `Review a plan for ${about}, before it is carried out.`,
      'A problem found now costs one sentence; a problem found later costs the finished work.',
    ],
    sections: [
      promptSection(
        'Your work',
        '- Judge only `plan_content`, against `spec_content`. Nothing has been built yet:',
        '  open no source file, and say nothing about code.',
        '- `repo_path`, `lang` and `test_cmd` say where and with which tools the plan will be carried out.',
        '- An issue is a point where the plan would miss the spec or cause harm. Name the step, the reason and the fix.',
        '- A suggestion is an improvement that may be declined. A matter of taste is neither.',
        '- A review without issues is a good result: do not invent issues.',
      ),
      promptSection('Questions to answer', ...questions),
      promptSection(
        'The file',
        fileTemplate(
          '# Review',
          '',
          '## Issues',
          '1. Step <n>: <problem> — <why it matters> — <what to do instead>',
          '',
          '## Suggestions',
          '1. Step <n>: <improvement> — <why>',
        ),
        'In a section without entries, write `None.`',
      ),
    ],
    answer: 'review written — <output_path> (N issues, M suggestions)',
    prompt: labelledInputs('spec_content', 'plan_content', 'repo_path', 'lang', 'test_cmd', 'user_lang', 'output_path'),
  });

export const combinedAdvisor = advisor('task.combined-advisor', 'quality, tests and stability', [
  ...quality,
  ...stability,
]);
export const codeQualityAdvisor = advisor('task.code-quality-advisor', 'the quality of its result', quality);
export const testStabilityAdvisor = advisor('task.test-stability-advisor', 'tests and stability', stability);
