/** Describes the workflow mission: builds the features of a spec in lanes, under a validation contract. */
import { defineWorkflow } from '../../workflow.ts';
import { missionCodes } from './codes.ts';
import { checkpointsSection, crosscheckSection, missionSection, smokeTestSection, uiQaSection } from './config.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';
import { missionRoleIds } from './role-ids.ts';

export const missionWorkflow = defineWorkflow({
  id: 'mission',
  machines: ['mission', 'lane', 'competition'],
  roles: missionRoleIds,
  codes: missionCodes,
  words: { en, ko },
  config: {
    mission: missionSection,
    checkpoints: checkpointsSection,
    crosscheck: crosscheckSection,
    smokeTest: smokeTestSection,
    uiQa: uiQaSection,
  },
  load: () => import('./logic.ts'),
});
