/** Describes the issue loop: works through the queue of a tracker, one issue after the other. */
import { defineWorkflow } from '../../workflow.ts';
import { issuesCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

export const issuesWorkflow = defineWorkflow({
  id: 'issues',
  machines: ['issues', 'issue'],
  roles: ['issues.planner', 'issues.worker', 'issues.reviewer', 'issues.discoverer'],
  codes: issuesCodes,
  words: { en, ko },
  load: () => import('./logic.ts'),
});
