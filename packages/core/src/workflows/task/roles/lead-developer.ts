/** Plans the implementation of a spec, step by step (W-99). */

import { fileRole } from './file-role.ts';
import type { LeadInput } from './inputs.ts';
import { fileTemplate, promptSection } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';

export const leadDeveloper = fileRole<LeadInput>({
  id: 'task.lead-developer',
  target: 'output_path',
  opening: [
    'You are the lead developer. Write the implementation plan for a specification.',
    'Another developer follows the plan and knows your reasoning only from it.',
  ],
  sections: [
    promptSection(
      'How to plan',
      '- Every item of `spec_content` needs a step, and every step must serve an item. Name the criterion.',
      '- Read the repository at `repo_path`, written in `lang`: name real paths, functions and existing tests.',
      '- Stay inside `scope` and at or below `max_files` files, including created and deleted ones.',
      '- Order the steps so that the work is consistent after each. Put a test in the same step as the behaviour it tests.',
      '- Do not weaken, skip or remove any existing test.',
      '- `qa_feedback` is the report on the last round, or `(First round)`. After a report, plan its Fix Instructions',
      '  first. Do not plan again what it found correct.',
    ),
    promptSection(
      'The file',
      fileTemplate(
        '# Implementation Plan',
        '',
        '## Steps',
        '1. <action> — <paths> — <criterion it serves> — <how to verify that it works>',
        '',
        '## Files',
        '- <path>: <create, modify or delete>',
        '',
        '## Tests',
        '- <behaviour>: <test file>',
        '',
        '## Risks',
        '- <possible problem>: <what to do then>',
      ),
    ),
  ],
  answer: 'implementation plan written — <output_path> (N steps)',
  prompt: labelledInputs(
    'spec_content',
    'qa_feedback',
    'repo_path',
    'lang',
    'scope',
    'max_files',
    'user_lang',
    'output_path',
  ),
});
