/** Lists the command-line half of every workflow. To add one, create a folder beside this file and add it here. */
import type { WorkflowId } from '@harness/core/workflows/list';
import type { HarnessWorkflow } from '../cli/command.ts';
import { converge } from './converge/index.ts';
import { fidelity } from './fidelity/index.ts';
import { mission } from './mission/index.ts';
import { phase } from './phase/index.ts';
import { plan } from './plan/index.ts';
import { planning } from './planning/index.ts';
import { queue } from './queue/index.ts';
import { siteReverse } from './site-reverse/index.ts';
import { task } from './task/index.ts';

/** In the order of the help. */
export const workflows: Readonly<Record<WorkflowId, HarnessWorkflow>> = {
  converge,
  task,
  planning,
  plan,
  phase,
  deliver: { commands: [] }, // only other workflows start it
  fidelity,
  queue,
  mission,
  'site-reverse': siteReverse,
};
