/** Describes the workflow mission: builds the features of a spec in lanes, under a validation contract. */
import { defineWorkflow } from '../../workflow.ts';
import { missionCodes } from './codes.ts';
import { checkpoints, crosscheck, mission, smokeTest, uiQa } from './config.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';
import { missionRoleIds } from './role-ids.ts';

export const missionWorkflow = defineWorkflow({
  id: 'mission',
  machines: ['mission', 'lane', 'competition'],
  roles: missionRoleIds,
  codes: missionCodes,
  words: { en, ko },
  config: { mission, checkpoints, crosscheck, smokeTest, uiQa },
  load: () => import('./logic.ts'),
});
