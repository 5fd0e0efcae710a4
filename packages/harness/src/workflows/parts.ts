/** Loads the command-line parts of a workflow. */
import type { RunTree } from '@harness/core/journal/run-tree';
import { workflowOf } from '@harness/core/workflows/list';
import type { Workflows } from '../cli/command.ts';
import type { WorkflowParts } from '../workflow.ts';

/** Empty if the machine belongs to no workflow. */
export async function partsOf(workflows: Workflows, machine: string): Promise<WorkflowParts> {
  const id = workflowOf(machine)?.id;
  return (id === undefined ? undefined : (await workflows[id]?.parts?.())?.parts) ?? {};
}

export const startedMachine = ([{ entries }]: RunTree): string =>
  entries[0]?.type === 'started' ? entries[0].machine : '';

export const allParts = (workflows: Workflows): Promise<readonly WorkflowParts[]> =>
  Promise.all(Object.values(workflows).map(async (workflow) => (await workflow.parts?.())?.parts ?? {}));
