/** The template of spec.md, for all roles that write it (WO-05). */
import { fileTemplate, section } from './instruction-parts.ts';

export const specForm = section(
  'The file',
  fileTemplate(
    '# <title of the task>',
    '',
    '## Goal',
    '<what will be true when this is done, in a sentence or two>',
    '',
    '## Background',
    '<what is there today, and why it is not enough>',
    '',
    '## Scope',
    '- In: <what may be touched, by path where it is known>',
    '- Out: <what might be expected and is not part of this>',
    '',
    '## Approach',
    '<how, in the order of the work; each decision with its reason>',
    '',
    '## Completion Criteria',
    '- [ ] <one statement that can be answered with yes or no>',
    '',
    '## Testing Strategy',
    '<which behaviour is tested, and by what; leave the section out when there is nothing to test>',
    '',
    '## Edge Cases',
    '- <situation>: <what happens then>',
    '',
    '## Risks',
    '- <what could go wrong>: <how it would be noticed, and what to do>',
  ),
  'People decide by this file, and the work is judged by its criteria and by nothing else: what is not in it is not wanted.',
);

export const specAnswer = 'spec.md generated — N acceptance criteria, M edge cases';
