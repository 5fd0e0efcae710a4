/** Answers of a session whose phases have one task each, and that no signal interrupts. */

import type { ChosenAnswers } from './rehearsal.ts';
import { artifact } from './seen.ts';

export const oneTask: ChosenAnswers = {
  'read-segment': [{ tasks: [{ n: 1, title: 'Add' }], checkpoint: null, isLast: true }],
  'read-plan': [
    {
      is: 'plan',
      planPath: 'docs/plans/p.md',
      plan: artifact('p'),
      tasks: 1,
      checkpoints: 0,
      tier: 'small',
      concerns: [],
      gaps: null,
    },
  ],
  'autopilot.executor': [{ completed: [1], failed: null, output: '', concerns: [], learnings: [] }],
  'survey-phase': [{ change: { newPackages: [], newExports: 0, changedFiles: 1 }, diff: artifact('d') }],
};
