/** Describes converge: implement, check, review and repair in a lane until nothing blocks. */
import { defineWorkflow } from '../../workflow.ts';

export const convergeWorkflow = defineWorkflow({
  id: 'converge',
  machines: ['converge'],
  roles: ['converge.implementer', 'converge.reviewer'],
  codes: {},
  words: { en: {}, ko: {} },
  load: () => import('./logic.ts'),
});
