/** The template of spec.md, for all roles that write it (WO-05). */
import { fileTemplate, promptSection } from './instruction-parts.ts';

export const specForm = promptSection(
  'The file',
  fileTemplate(
    '# <title of the task>',
    '',
    '## Goal',
    '<the state when the task is done, in one or two sentences>',
    '',
    '## Background',
    '<the current state, and why it is not enough>',
    '',
    '## Scope',
    '- In: <what may change, with paths if they are known>',
    '- Out: <work that a reader might expect, but that is not part of this task>',
    '',
    '## Approach',
    '<the steps in order; each decision with its reason>',
    '',
    '## Completion Criteria',
    '- [ ] <one statement that can be answered with yes or no>',
    '',
    '## Testing Strategy',
    '<the behaviour to test, and how; omit this section if there is nothing to test>',
    '',
    '## Edge Cases',
    '- <situation>: <expected behaviour>',
    '',
    '## Risks',
    '- <possible problem>: <how to notice it, and what to do>',
  ),
  'People make their decisions from this file. The work is judged only by its criteria.',
  'Anything that is not in this file is out of scope.',
);

export const specAnswer = 'spec.md generated — N acceptance criteria, M edge cases';
