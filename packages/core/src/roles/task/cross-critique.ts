/** One persona's opinion of what the two others proposed, before the spec is made of all three (W-93). */
import type { Role } from '../../role.ts';
import { given } from './given.ts';
import { type CritiqueInput, personas } from './inputs.ts';
import { views } from './personas.ts';
import { readSaid, type Said, saidSamples } from './said.ts';
import { answerAfterFile, form, instructed, language, material, oneFile, section } from './wording.ts';

const instructions = instructed(
  [
    'You criticise proposals for one task. The block `persona` says from whose point of view; the proposals are by others.',
    oneFile('output_path'),
  ].join('\n'),
  section('The points of view', ...personas.map((persona) => `- \`${persona}\`: ${views[persona].looksAt.join('; ')}`)),
  material,
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
    form(
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
  language,
  answerAfterFile('<persona> critique written — <output_path>'),
);

export const crossCritique: Role<CritiqueInput, Said> = {
  id: 'task.cross-critique',
  mode: 'review',
  instructions,
  prompt: (input, read) =>
    given(input, ['persona', 'task_description', 'user_lang', 'other_proposals', 'output_path'], read),
  output: { path: ({ output_path }) => output_path, whenMissing: 'store-reply' },
  read: readSaid('written'),
  samples: saidSamples,
};
