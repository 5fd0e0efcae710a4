/** Describes base-checks: runs checks on the base before the first agent call, as a child of other workflows. */
import { defineWorkflow } from '../../workflow.ts';

export const baseChecksWorkflow = defineWorkflow({
  id: 'base-checks',
  machines: ['base-checks'],
  roles: [],
  codes: {},
  words: { en: {}, ko: {} },
  load: () => import('./logic.ts'),
});
