/** Lists every workflow once. To add one, create a folder beside this file, import its description and add it to the list. */
import type { Workflow } from '../workflow.ts';
import { acceptanceWorkflow } from './acceptance/workflow.ts';
import { autopilotWorkflow } from './autopilot/workflow.ts';
import { baseChecksWorkflow } from './base-checks/workflow.ts';
import { convergeWorkflow } from './converge/workflow.ts';
import { deliverWorkflow } from './deliver/workflow.ts';
import { fidelityWorkflow } from './fidelity/workflow.ts';
import { issuesWorkflow } from './issues/workflow.ts';
import { issuesSessionWorkflow } from './issues-session/workflow.ts';
import { missionWorkflow } from './mission/workflow.ts';
import { phaseWorkflow } from './phase/workflow.ts';
import { planWorkflow } from './plan/workflow.ts';
import { planningWorkflow } from './planning/workflow.ts';
import { proofWorkflow } from './proof/workflow.ts';
import { queueWorkflow } from './queue/workflow.ts';
import { siteReverseWorkflow } from './site-reverse/workflow.ts';
import { taskWorkflow } from './task/workflow.ts';

const list = [
  convergeWorkflow,
  taskWorkflow,
  autopilotWorkflow,
  missionWorkflow,
  planningWorkflow,
  planWorkflow,
  phaseWorkflow,
  deliverWorkflow,
  baseChecksWorkflow,
  acceptanceWorkflow,
  proofWorkflow,
  queueWorkflow,
  fidelityWorkflow,
  siteReverseWorkflow,
  issuesWorkflow,
  issuesSessionWorkflow,
] as const;

type Listed = (typeof list)[number];
export type WorkflowId = Listed['id'];
export type ModuleRoleId = Listed['roles'][number];

type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type SectionsOf<W> = W extends { readonly config: infer Sections } ? Sections : never;

export const modules: readonly Workflow[] = list;

export const moduleSections = Object.assign({}, ...modules.map(({ config }) => config)) as Merged<SectionsOf<Listed>>;

const byMachine = new Map(modules.flatMap((module) => module.machines.map((machine) => [machine, module] as const)));

/** Finds the workflow of a run by the machine that its journal starts with. */
export const workflowOf = (machine: string): Workflow | undefined => byMachine.get(machine);
