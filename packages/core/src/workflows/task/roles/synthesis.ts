/** Writes one spec from several proposals: adopts agreed points, settles disputes by evidence (WO-12). */

import { fileRole } from './file-role.ts';
import type { FullSynthesisInput, SynthesisInput } from './inputs.ts';
import { section } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { specAnswer, specForm } from './spec-form.ts';

const howToDecide = (...more: readonly string[]) =>
  section(
    'How to decide',
    '- What the proposals agree on is adopted.',
    '- Where they differ, take the side with the better evidence. Where neither has any, take the more conservative one:',
    '  the one that changes less and is easier to take back.',
    '- Say under Approach what was disputed, what you decided and why. Name no winner: the spec speaks of the task.',
    '- A criterion, an edge case or a risk that only one of them saw is kept, unless it is out of scope or refuted.',
    '- Add nothing that is in none of them, except where the task would otherwise not be done.',
    ...more,
  );
const openingOf = (sources: string) => [
  `You write the specification of the task in \`task_description\` from ${sources}.`,
];

export const synthesisStandard = fileRole<SynthesisInput>({
  id: 'task.synthesis-standard',
  target: 'spec_path',
  opening: openingOf('the proposals in `all_proposals`, each named after its author'),
  sections: [howToDecide(), specForm],
  answer: specAnswer,
  prompt: labelledInputs('task_description', 'user_lang', 'all_proposals', 'spec_path'),
});

export const synthesis = fileRole<FullSynthesisInput>({
  id: 'task.synthesis',
  target: 'spec_path',
  opening: openingOf(
    'the proposals in `all_proposals` and what their authors said about each other in `all_critiques`',
  ),
  sections: [
    howToDecide(
      '- A criticism that names evidence outweighs a proposal that names none. One without evidence is an opinion.',
      '- What every author who commented on it agreed with is settled.',
    ),
    specForm,
  ],
  answer: specAnswer,
  prompt: labelledInputs('task_description', 'user_lang', 'all_proposals', 'all_critiques', 'spec_path'),
});
