/** Finds what the command line has of the workflow of a run. */
import type { RunTree } from '@harness/core/journal/run-tree';
import { workflowOf } from '@harness/core/workflows/list';
import type { Workflows } from '../cli/command.ts';
import type { WorkflowParts } from '../workflow.ts';

/** Nothing of a workflow that is no module: what is told of every run is told of its runs. */
export async function partsOf(workflows: Workflows, machine: string): Promise<WorkflowParts> {
  const id = workflowOf(machine)?.id;
  return (id === undefined ? undefined : (await workflows[id]?.parts?.())?.parts) ?? {};
}

export const machineOf = ([{ entries }]: RunTree): string => (entries[0]?.type === 'started' ? entries[0].machine : '');

export const allParts = (workflows: Workflows): Promise<readonly WorkflowParts[]> =>
  Promise.all(Object.values(workflows).map(async (one) => (await one.parts?.())?.parts ?? {}));
