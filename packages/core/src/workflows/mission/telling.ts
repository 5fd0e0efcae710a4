/** What a mission can say of its moves: a closed list, worded by `messages`. */
export type MissionTellingCode =
  | 'mission.planned'
  | 'mission.decided'
  | 'mission.ghost'
  | 'mission.landed'
  | 'mission.merged'
  | 'mission.left'
  | 'mission.winner'
  | 'mission.remembered'
  | 'mission.unremembered'
  | 'mission.documented'
  | 'mission.undocumented'
  | 'mission.smoke-passed'
  | 'mission.smoke-failed';
