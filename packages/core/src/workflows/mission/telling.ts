/** What a mission can say of its moves: a closed list, worded by `messages`. */
export type MissionTellingCode =
  | 'lane.proved'
  | 'lane.unproven'
  | 'lane.untried'
  | 'lane.undocumented'
  | 'mission.planned'
  | 'mission.decided'
  | 'mission.ghost'
  | 'mission.landed'
  | 'mission.merged'
  | 'mission.left'
  | 'mission.remembered'
  | 'mission.unremembered'
  | 'mission.documented'
  | 'mission.undocumented'
  | 'mission.smoke-passed'
  | 'mission.smoke-failed';
