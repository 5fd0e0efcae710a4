/** Implements a plan (D-25); the prompt explains how the result will be judged. */
import { type Implementer, implementer, implementerInstructions } from '../../converge/implementer.ts';

const loop = [
  'The task is a plan. Implement its scope, leave out what it excludes, and record your decisions where the plan keeps decisions.',
  'Your change then goes through these steps: the commands check it; a reviewer who did not see your work reviews it against',
  'the plan; the end-to-end tests run, if configured; it becomes a pull request. All problems found come back to you.',
].join('\n');

export const planImplementer: Implementer = {
  ...implementer('plans.implementer'),
  contextPhase: 'implement',
  instructions: [implementerInstructions, loop].join('\n'),
};
