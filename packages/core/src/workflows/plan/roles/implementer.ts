/** Implements a plan (D-25); the prompt explains how the result will be judged. */
import { type Implementer, implementer, implementerInstructions } from '../../converge/implementer.ts';

const loop = [
  'The task is a plan. Carry out its scope, leave out what it leaves out, and record decisions that you had to take where the plan keeps them.',
  'What becomes of your change: the commands that check it run first; then somebody who was not here reviews it against the',
  'plan; then it is run end to end, where that is configured; then it becomes a pull request. Whatever is found comes back.',
].join('\n');

export const planImplementer: Implementer = {
  ...implementer('plans.implementer'),
  contextPhase: 'implement',
  instructions: [implementerInstructions, loop].join('\n'),
};
