/** Describes acceptance: another role writes tests of a contract before the work starts, as a child of other workflows. */
import { defineWorkflow } from '../../workflow.ts';
import { acceptanceCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

export const acceptanceWorkflow = defineWorkflow({
  id: 'acceptance',
  machines: ['acceptance'],
  roles: [],
  codes: acceptanceCodes,
  words: { en, ko },
  load: () => import('./logic.ts'),
});
