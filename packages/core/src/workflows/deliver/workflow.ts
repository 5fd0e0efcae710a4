/** Describes deliver: takes a branch to a merged pull request, as a child of other workflows. */
import { defineWorkflow } from '../../workflow.ts';

export const deliverWorkflow = defineWorkflow({
  id: 'deliver',
  machines: ['deliver'],
  roles: [],
  codes: {},
  words: { en: {}, ko: {} },
  load: () => import('./logic.ts'),
});
