/** Writes one spec from several proposals: adopts agreed points, settles disputes by evidence (WO-12). */
import type { Role } from '../../../role/role.ts';
import type { FullSynthesisInput, SynthesisInput } from './inputs.ts';
import {
  answerAfterFile,
  joinInstructions,
  languageRule,
  materialRule,
  oneFile,
  section,
} from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { specAnswer, specForm } from './spec-form.ts';
import { readTaskReply, type TaskReply, taskReplySamples } from './task-reply.ts';

const instructions = (sources: string, ...more: readonly string[]) =>
  joinInstructions(
    [`You write the specification of the task in \`task_description\` from ${sources}.`, oneFile('spec_path')].join(
      '\n',
    ),
    materialRule,
    section(
      'How to decide',
      '- What the proposals agree on is adopted.',
      '- Where they differ, take the side with the better evidence. Where neither has any, take the more conservative one:',
      '  the one that changes less and is easier to take back.',
      '- Say under Approach what was disputed, what you decided and why. Name no winner: the spec speaks of the task.',
      '- A criterion, an edge case or a risk that only one of them saw is kept, unless it is out of scope or refuted.',
      '- Add nothing that is in none of them, except where the task would otherwise not be done.',
      ...more,
    ),
    specForm,
    languageRule,
    answerAfterFile(specAnswer),
  );

const toSpec = {
  mode: 'review',
  output: { path: ({ spec_path }: SynthesisInput) => spec_path, whenMissing: 'store-reply' },
  read: readTaskReply('generated'),
  samples: taskReplySamples,
} as const;

export const synthesisStandard: Role<SynthesisInput, TaskReply> = {
  ...toSpec,
  id: 'task.synthesis-standard',
  instructions: instructions('the proposals in `all_proposals`, each named after its author'),
  prompt: (input, read) => labelledInputs(input, ['task_description', 'user_lang', 'all_proposals', 'spec_path'], read),
};

export const synthesis: Role<FullSynthesisInput, TaskReply> = {
  ...toSpec,
  id: 'task.synthesis',
  instructions: instructions(
    'the proposals in `all_proposals` and what their authors said about each other in `all_critiques`',
    '- A criticism that names evidence outweighs a proposal that names none. One without evidence is an opinion.',
    '- What every author who commented on it agreed with is settled.',
  ),
  prompt: (input, read) =>
    labelledInputs(input, ['task_description', 'user_lang', 'all_proposals', 'all_critiques', 'spec_path'], read),
};
