/** The roles of a mission by their ids. */
import type { Role } from '../../../role/role.ts';
import { architect } from './architect.ts';
import { crosscheck } from './crosscheck.ts';
import { curator } from './curator.ts';
import { debuggerRole } from './debugger.ts';
import { documenter } from './documenter.ts';
import { orchestrator } from './orchestrator.ts';
import { planReviewer } from './plan-reviewer.ts';
import { planner } from './planner.ts';
import { uiQa } from './ui-qa.ts';
import { validator } from './validator.ts';
import { worker } from './worker.ts';

export const missionRoles: Readonly<Record<string, Role<never, unknown>>> = Object.fromEntries(
  [
    ...[planner, planReviewer, orchestrator, worker, validator, architect],
    ...[debuggerRole, uiQa, crosscheck, curator, documenter],
  ].map((role) => [role.id, role as unknown as Role<never, unknown>]),
);
