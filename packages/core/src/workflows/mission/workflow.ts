/** Describes mission: a spec as features under a validation contract, each built in a lane. */
import { defineWorkflow } from '../../workflow.ts';

export const missionWorkflow = defineWorkflow({
  id: 'mission',
  machines: ['mission', 'lane', 'competition'],
  roles: [
    'mission.planner',
    'mission.plan-reviewer',
    'mission.orchestrator',
    'mission.worker',
    'mission.validator',
    'mission.architect',
    'mission.debugger',
    'mission.ui-qa',
    'mission.crosscheck',
    'mission.curator',
    'mission.documenter',
  ],
  codes: {},
  words: { en: {}, ko: {} },
  load: () => import('./logic.ts'),
});
