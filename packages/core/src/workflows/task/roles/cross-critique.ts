/** Criticises the two other proposals from one persona's view, before the synthesis (W-93). */

import { fileRole } from './file-role.ts';
import { type CritiqueInput, personas } from './inputs.ts';
import { fileTemplate, section } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { views } from './personas.ts';

export const crossCritique = fileRole<CritiqueInput>({
  id: 'task.cross-critique',
  target: 'output_path',
  opening: [
    'You criticise proposals for one task. The block `persona` says from whose point of view; the proposals are by others.',
  ],
  before: [
    section(
      'The points of view',
      ...personas.map((persona) => `- \`${persona}\`: ${views[persona].looksAt.join('; ')}`),
    ),
  ],
  sections: [
    section(
      'Your work',
      '- Judge each block of `other_proposals` against `task_description`, by itself.',
      '- Say what is right and must not get lost: agreement counts as much as dispute.',
      '- Dispute only with a reason that can be checked: a file, a line, the words of the task, a case that would fail.',
      '- Say what is missing, what goes further than the task, and which criterion cannot be tested as it stands.',
      '- Write no proposal of your own.',
    ),
    section(
      'The file',
      fileTemplate(
        '# Critique — <persona>',
        '',
        '## On <name of the author>',
        '',
        '### Agreed',
        '- <what to keep>',
        '',
        '### Disputed',
        '- <what is wrong>: <evidence> → <what would be right>',
        '',
        '### Missing',
        '- <what nobody thought of>',
      ),
      'The part from `## On` on is repeated for each author.',
    ),
  ],
  answer: '<persona> critique written — <output_path>',
  prompt: labelledInputs('persona', 'task_description', 'user_lang', 'other_proposals', 'output_path'),
});
