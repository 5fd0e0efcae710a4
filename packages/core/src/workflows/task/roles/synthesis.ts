/** Writes one spec from several proposals: adopts agreed points, settles disputes by evidence (WO-12). */

import { fileRole } from './file-role.ts';
import type { FullSynthesisInput, SynthesisInput } from './inputs.ts';
import { promptSection } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { specAnswer, specForm } from './spec-form.ts';

const howToDecide = (...more: readonly string[]) =>
  promptSection(
    'How to decide',
    '- Adopt every point on which the proposals agree.',
    '- If they differ, choose the side with the better evidence. If neither has evidence, choose the more conservative one:',
    '  the one that changes less and is easier to reverse.',
    '- Under Approach, state each disputed point, your decision and the reason. Name no winner: the spec is about the task.',
    '- Keep a criterion, an edge case or a risk that only one proposal has, unless it is out of scope or refuted.',
    '- Add nothing that no proposal contains, unless the task would be incomplete without it.',
    ...more,
  );
const openingOf = (sources: string) => [`Write the specification of the task in \`task_description\` from ${sources}.`];

export const synthesisStandard = fileRole<SynthesisInput>({
  id: 'task.synthesis-standard',
  target: 'spec_path',
  opening: openingOf('the proposals in `all_proposals`, each labelled with its author'),
  sections: [howToDecide(), specForm],
  answer: specAnswer,
  prompt: labelledInputs('task_description', 'user_lang', 'all_proposals', 'spec_path'),
});

export const synthesis = fileRole<FullSynthesisInput>({
  id: 'task.synthesis',
  target: 'spec_path',
  opening: openingOf(
    'the proposals in `all_proposals` and the critiques that their authors wrote about each other in `all_critiques`',
  ),
  sections: [
    howToDecide(
      '- A critique with evidence outweighs a proposal without evidence. A critique without evidence is an opinion.',
      '- A point is settled if every author who commented on it agreed.',
    ),
    specForm,
  ],
  answer: specAnswer,
  prompt: labelledInputs('task_description', 'user_lang', 'all_proposals', 'all_critiques', 'spec_path'),
});
