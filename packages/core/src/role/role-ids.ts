/** Lists the ids of all roles, for scripts, role settings, logs and pages. */
import { type ModuleRoleId, modules, workflowOf } from '../workflows/list.ts';

/** Roles of workflows that do not exist yet; a configuration may already name them. */
const reserved = ['issues.planner', 'issues.worker', 'issues.reviewer', 'issues.discoverer'] as const;

export type RoleId = ModuleRoleId | (typeof reserved)[number];

export const roleIds = [...modules.flatMap(({ roles }) => roles), ...reserved] as readonly RoleId[];

/** The roles of a machine; empty if it calls none. */
export function rolesOf(machine: string): readonly RoleId[] {
  const workflow = workflowOf(machine);
  return (workflow?.asks?.[machine] ?? workflow?.roles ?? []) as readonly RoleId[];
}
