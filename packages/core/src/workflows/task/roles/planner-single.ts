/** Plans a task alone and writes its spec (W-91). */
import type { Role } from '../../../role/role.ts';
import type { PlannerInput } from './inputs.ts';
import { answerAfterFile, joinInstructions, languageRule, materialRule, oneFile } from './instruction-parts.ts';
import { discovery, groundingRules, planningPrompt } from './planning-prompt.ts';
import { specAnswer, specForm } from './spec-form.ts';
import { readTaskReply, type TaskReply, taskReplySamples } from './task-reply.ts';

const instructions = joinInstructions(
  [
    'You plan one task and write its specification. You are the only one who plans it, so look at it from all sides:',
    'its structure, the way to get there, and how somebody will know that it works.',
    oneFile('spec_path'),
  ].join('\n'),
  materialRule,
  groundingRules,
  discovery,
  specForm,
  languageRule,
  answerAfterFile(specAnswer),
);

export const plannerSingle: Role<PlannerInput, TaskReply> = {
  id: 'task.planner-single',
  mode: 'review',
  instructions,
  prompt: (input, read) => planningPrompt(input, 'spec_path', read),
  output: { path: ({ spec_path }) => spec_path, whenMissing: 'store-reply' },
  read: readTaskReply('generated'),
  samples: taskReplySamples,
};
