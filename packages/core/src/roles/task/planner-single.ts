/** Plans a task alone and writes its spec (W-91). */
import type { Role } from '../../role.ts';
import type { PlannerInput } from './inputs.ts';
import { discovery, grounds, planningPrompt } from './planning.ts';
import { readSaid, type Said, saidSamples } from './said.ts';
import { specAnswer, specForm } from './spec-form.ts';
import { answerAfterFile, instructed, language, material, oneFile } from './wording.ts';

const instructions = instructed(
  [
    'You plan one task and write its specification. You are the only one who plans it, so look at it from all sides:',
    'its structure, the way to get there, and how somebody will know that it works.',
    oneFile('spec_path'),
  ].join('\n'),
  material,
  grounds,
  discovery,
  specForm,
  language,
  answerAfterFile(specAnswer),
);

export const plannerSingle: Role<PlannerInput, Said> = {
  id: 'task.planner-single',
  mode: 'review',
  instructions,
  prompt: (input, read) => planningPrompt(input, 'spec_path', read),
  output: { path: ({ spec_path }) => spec_path, whenMissing: 'store-reply' },
  read: readSaid('generated'),
  samples: saidSamples,
};
