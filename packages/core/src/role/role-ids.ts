/** Lists the ids of all roles, for scripts, role settings, logs and pages. */
import { type ModuleRoleId, modules, workflowOf } from '../workflows/list.ts';

export type RoleId = ModuleRoleId;

export const roleIds = modules.flatMap(({ roles }) => roles) as readonly RoleId[];

/** The roles of a machine; empty if it calls none. */
export function rolesOf(machine: string): readonly RoleId[] {
  const workflow = workflowOf(machine);
  return (workflow?.asks?.[machine] ?? workflow?.roles ?? []) as readonly RoleId[];
}
