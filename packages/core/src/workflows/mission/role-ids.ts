/** Role ids of mission. */
export const missionRoleIds = [
  'mission.planner',
  'mission.plan-reviewer',
  'mission.orchestrator',
  'mission.acceptance-writer',
  'mission.worker',
  'mission.validator',
  'mission.architect',
  'mission.debugger',
  'mission.ui-qa',
  'mission.crosscheck',
  'mission.curator',
  'mission.documenter',
] as const;
