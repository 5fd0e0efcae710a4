/** Roles of autopilot by id, each with its persona. */
import type { Role } from '../../../role/role.ts';
import { taskDiagnostician } from './diagnostician.ts';
import { taskExecutor } from './executor.ts';
import { phaseIntegrator } from './integrator.ts';
import { phasePlanner } from './planner.ts';
import { changeReviewer } from './reviewer.ts';
import { phaseVerifier } from './verifier.ts';

export const autopilotRoles = {
  'autopilot.planner': phasePlanner,
  'autopilot.executor': taskExecutor,
  'autopilot.verifier': phaseVerifier,
  'autopilot.integrator': phaseIntegrator,
  'autopilot.reviewer': changeReviewer,
  'autopilot.diagnostician': taskDiagnostician,
} as const satisfies Readonly<Record<`autopilot.${string}`, Role<never, unknown>>>;
