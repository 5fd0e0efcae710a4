/** Loads the roles and progress reporters of all workflows. Commands that only read lists never import it. */
import type { Tally } from '../budget/tally.ts';
import type { Role } from '../role/role.ts';
import type { ProgressReporter, WorkflowLogic } from '../workflow.ts';
import { modules } from './list.ts';

const loaded = await Promise.all(
  modules.map(async ({ machines: names, load }) => ({ names, logic: (await load()).logic })),
);
const byMachine: ReadonlyMap<string, WorkflowLogic> = new Map(
  loaded.flatMap(({ names, logic }) => names.map((name) => [name, logic] as const)),
);

export const roles: Readonly<Record<string, Role<never, unknown>>> = Object.assign(
  {},
  ...loaded.map(({ logic }) => logic.roles),
);

export const tallies: readonly Tally<unknown>[] = loaded.flatMap(({ logic }) => logic.tally ?? []);

export const reporterOf = (machine: string): ProgressReporter | undefined =>
  byMachine.get(machine)?.progress?.[machine];

export const logicOf = (machine: string): WorkflowLogic | undefined => byMachine.get(machine);
