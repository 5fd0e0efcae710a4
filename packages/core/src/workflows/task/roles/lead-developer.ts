/** Plans the implementation of a spec, step by step (W-99). */

import { fileRole } from './file-role.ts';
import type { LeadInput } from './inputs.ts';
import { fileTemplate, section } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';

export const leadDeveloper = fileRole<LeadInput>({
  id: 'task.lead-developer',
  target: 'output_path',
  opening: [
    'You are the lead developer and write the plan by which a specification is put into practice.',
    'Somebody else follows it who was not there when you thought about it.',
  ],
  sections: [
    section(
      'How to plan',
      '- Everything in `spec_content` has a step, and every step serves something in it. Name the criterion.',
      '- Look at the repository at `repo_path`, written in `lang`: name real paths, functions and existing tests.',
      '- Stay inside `scope` and at or below `max_files` files, those that are created and deleted included.',
      '- Order the steps so that the work is whole after each. A test comes with what it tests.',
      '- No existing test is weakened, skipped or removed.',
      '- `qa_feedback` holds the report on the last round, or `(First round)`. After a report, plan its Fix Instructions',
      '  first, and nothing again that it found to be right.',
    ),
    section(
      'The file',
      fileTemplate(
        '# Implementation Plan',
        '',
        '## Steps',
        '1. <what to do> — <paths> — <criterion it serves> — <how to see that it works>',
        '',
        '## Files',
        '- <path>: <create, modify or delete>',
        '',
        '## Tests',
        '- <behaviour>: <test file>',
        '',
        '## Risks',
        '- <what could go wrong>: <what to do then>',
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
