/** Advisors who review a plan before it is implemented. They judge only the plan, never code (W-101). */

import { fileRole } from './file-role.ts';
import type { AdvisorInput } from './inputs.ts';
import { fileTemplate, section } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';

const quality = [
  '- Is each part where somebody would look for it, with one responsibility and a name that says it?',
  '- Is something built twice, built too generally, or built although nobody asked for it?',
  '- Are errors, limits and hostile input met where they arise? Does a secret or a right get out of hand?',
  '- Is there a simpler way to the same criterion?',
];

const stability = [
  '- Does every completion criterion and every edge case have a test that would fail without the change?',
  '- Would a test depend on time, order, chance, the network or another test?',
  '- What works today and could break, and which step would notice? Can each step be taken back?',
  '- What happens on interruption, repetition, two at the same time, much data, an old state?',
];

const advisor = (id: `task.${string}`, about: string, questions: readonly string[]) =>
  fileRole<AdvisorInput>({
    id,
    target: 'output_path',
    opening: [
      `You review a plan, before it is carried out, for ${about}.`,
      'What you find now costs a sentence; later it costs the work.',
    ],
    sections: [
      section(
        'Your work',
        '- Judge `plan_content` against `spec_content`, and nothing else. Nothing of it has been built:',
        '  open no source file, and say nothing about code.',
        '- `repo_path`, `lang` and `test_cmd` tell you where and with which tools it will be done.',
        '- An issue is something by which the plan would miss the spec or do harm. Name the step, the reason and the remedy.',
        '- A suggestion would make it better and may be declined. Taste is neither.',
        '- No issue is a good result: do not look for one in order to have one.',
      ),
      section('What you look for', ...questions),
      section(
        'The file',
        fileTemplate(
          '# Review',
          '',
          '## Issues',
          '1. Step <n>: <what is wrong> — <why it matters> — <what to do instead>',
          '',
          '## Suggestions',
          '1. Step <n>: <what would be better> — <why>',
        ),
        'A section without entries holds the word `None.`',
      ),
    ],
    answer: 'review written — <output_path> (N issues, M suggestions)',
    prompt: labelledInputs('spec_content', 'plan_content', 'repo_path', 'lang', 'test_cmd', 'user_lang', 'output_path'),
  });

export const combinedAdvisor = advisor('task.combined-advisor', 'quality, tests and stability', [
  ...quality,
  ...stability,
]);
export const codeQualityAdvisor = advisor('task.code-quality-advisor', 'the quality of what it will lead to', quality);
export const testStabilityAdvisor = advisor('task.test-stability-advisor', 'tests and stability', stability);
