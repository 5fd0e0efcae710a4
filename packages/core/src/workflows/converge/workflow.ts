/** Describes converge: implement, check, review and repair in a lane until nothing blocks. */
import { defineWorkflow } from '../../workflow.ts';
import { convergeCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

export const convergeWorkflow = defineWorkflow({
  id: 'converge',
  machines: ['converge'],
  roles: ['converge.acceptance-writer', 'converge.implementer', 'converge.reviewer'],
  codes: convergeCodes,
  words: { en, ko },
  load: () => import('./logic.ts'),
});
