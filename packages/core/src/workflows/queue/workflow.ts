/** Describes the queue: runs plan files one after the other, without end. */
import { defineWorkflow } from '../../workflow.ts';

export const queueWorkflow = defineWorkflow({
  id: 'queue',
  machines: ['plans', 'watch'],
  roles: [],
  queue: { helpers: ['watcher'] },
  asks: {
    plans: [
      'plans.planner',
      'plans.implementer',
      'plans.fixer',
      'plans.reviewer',
      'plans.ui-reviewer',
      'plans.preparer',
      'plans.merge-checker',
      'plans.fidelity',
      'plans.site-analyst',
    ],
  },
  codes: {},
  words: { en: {}, ko: {} },
  load: () => import('./logic.ts'),
});
