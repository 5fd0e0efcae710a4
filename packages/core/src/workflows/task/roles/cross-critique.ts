/** Criticises the two other proposals from one persona's view, before the synthesis (W-93). */

import { fileRole } from './file-role.ts';
import { type CritiqueInput, personas } from './inputs.ts';
import { fileTemplate, promptSection } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { views } from './personas.ts';

export const crossCritique = fileRole<CritiqueInput>({
  id: 'task.cross-critique',
  target: 'output_path',
  opening: [
    'Criticise the proposals of other authors for one task, from the point of view that the block `persona` names.',
  ],
  before: [
    promptSection(
      'Points of view',
      ...personas.map((persona) => `- \`${persona}\`: ${views[persona].looksAt.join('; ')}`),
    ),
  ],
  sections: [
    promptSection(
      'Your work',
      '- Judge each block of `other_proposals` separately, against `task_description`.',
      '- Name the correct points that must be kept: agreement counts as much as dispute.',
      '- Dispute a point only with a reason that can be checked: a file, a line, a quote from the task, a case that would fail.',
      '- Name what is missing, what goes beyond the task, and which criteria cannot be tested as written.',
      '- Do not write a proposal of your own.',
    ),
    promptSection(
      'The file',
      fileTemplate(
        '# Critique — <persona>',
        '',
        '## On <name of the author>',
        '',
        '### Agreed',
        '- <point to keep>',
        '',
        '### Disputed',
        '- <error>: <evidence> → <correction>',
        '',
        '### Missing',
        '- <missing point>',
      ),
      'Repeat the part that starts with `## On` for each author.',
    ),
  ],
  answer: '<persona> critique written — <output_path>',
  prompt: labelledInputs('persona', 'task_description', 'user_lang', 'other_proposals', 'output_path'),
});
