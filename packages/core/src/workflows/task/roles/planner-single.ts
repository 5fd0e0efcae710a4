/** Plans a task alone and writes its spec (W-91). */

import { fileRole } from './file-role.ts';
import type { TaskPlannerInput } from './inputs.ts';
import { promptSection } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { discovery, groundingRules, planningPrompt } from './planning-prompt.ts';
import { specAnswer, specForm } from './spec-form.ts';

/** Only in the call that changes a spec. The note of the person follows at the end of the prompt. */
const revision = promptSection(
  'Change the spec',
  '`current_spec` is the spec of this task. A person read it and wants a change, which their note states.',
  'Write the whole spec again with this change. Keep everything that the note does not concern word for word.',
);

export const plannerSingle = fileRole<TaskPlannerInput>({
  id: 'task.planner-single',
  target: 'spec_path',
  opening: [
    'Plan one task and write its specification. You are the only planner, so consider all sides of the task:',
    'its structure, the steps to the result, and how people will verify that it works.',
  ],
  sections: [groundingRules, discovery, specForm],
  answer: specAnswer,
  prompt: (input, read) =>
    input.current_spec === undefined
      ? planningPrompt(input, 'spec_path', read)
      : [planningPrompt(input, 'spec_path', read), revision, labelledInputs('current_spec')(input, read)].join('\n\n'),
});
