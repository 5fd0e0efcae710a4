/** Describes issues-session: counts the issues that an agent in a conversation works on, turn by turn. Its Stop hook leads it. */
import { defineWorkflow } from '../../workflow.ts';
import { sessionCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

export const issuesSessionWorkflow = defineWorkflow({
  id: 'issues-session',
  machines: ['issues-session'],
  roles: [],
  codes: sessionCodes,
  words: { en, ko },
  load: () => import('./logic.ts'),
});
