/** Roles of mission by id. */
import type { Role } from '../../../role/role.ts';
import { acceptanceWriter } from '../../acceptance/writer.ts';
import { missionArchitect } from './architect.ts';
import { crosscheck } from './crosscheck.ts';
import { curator } from './curator.ts';
import { debuggerRole } from './debugger.ts';
import { documenter } from './documenter.ts';
import { orchestrator } from './orchestrator.ts';
import { planReviewer } from './plan-reviewer.ts';
import { missionPlanner } from './planner.ts';
import { uiQa } from './ui-qa.ts';
import { validator } from './validator.ts';
import { worker } from './worker.ts';

export const missionRoles = {
  'mission.planner': missionPlanner,
  'mission.plan-reviewer': planReviewer,
  'mission.orchestrator': orchestrator,
  'mission.acceptance-writer': acceptanceWriter('mission.acceptance-writer'),
  'mission.worker': worker,
  'mission.validator': validator,
  'mission.architect': missionArchitect,
  'mission.debugger': debuggerRole,
  'mission.ui-qa': uiQa,
  'mission.crosscheck': crosscheck,
  'mission.curator': curator,
  'mission.documenter': documenter,
} as const satisfies Readonly<Record<`mission.${string}`, Role<never, unknown>>>;
