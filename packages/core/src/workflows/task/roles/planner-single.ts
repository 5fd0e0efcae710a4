/** Plans a task alone and writes its spec (W-91). */

import { fileRole } from './file-role.ts';
import type { TaskPlannerInput } from './inputs.ts';
import { discovery, groundingRules, planningPrompt } from './planning-prompt.ts';
import { specAnswer, specForm } from './spec-form.ts';

export const plannerSingle = fileRole<TaskPlannerInput>({
  id: 'task.planner-single',
  target: 'spec_path',
  opening: [
    'Plan one task and write its specification. You are the only planner, so consider all sides of the task:',
    'its structure, the steps to the result, and how people will verify that it works.',
  ],
  sections: [groundingRules, discovery, specForm],
  answer: specAnswer,
  prompt: (input, read) => planningPrompt(input, 'spec_path', read),
});
