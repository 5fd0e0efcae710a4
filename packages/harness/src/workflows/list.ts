/** Lists the command-line half of every workflow. To add one, create a folder beside this file and add it here. */
import type { WorkflowId } from '@harness/core/workflows/list';
import type { HarnessWorkflow } from '../cli/command.ts';
import { autopilotCommands } from './autopilot/index.ts';
import { convergeCommands } from './converge/index.ts';
import { fidelityCommands } from './fidelity/index.ts';
import { issuesCommands } from './issues/index.ts';
import { issuesSessionCommands } from './issues-session/index.ts';
import { missionCommands } from './mission/index.ts';
import { phaseCommands } from './phase/index.ts';
import { planCommands } from './plan/index.ts';
import { planningCommands } from './planning/index.ts';
import { daemonCommands } from './queue/index.ts';
import { siteReverseCommands } from './site-reverse/index.ts';
import { taskCommands } from './task/index.ts';

/** In the order of the help. */
export const workflows: Readonly<Record<WorkflowId, HarnessWorkflow>> = {
  converge: convergeCommands,
  task: taskCommands,
  planning: planningCommands,
  plan: planCommands,
  phase: phaseCommands,
  deliver: { commands: [] }, // only other workflows start it
  'base-checks': { commands: [] },
  acceptance: { commands: [] },
  proof: { commands: [] },
  fidelity: fidelityCommands,
  queue: daemonCommands,
  mission: missionCommands,
  autopilot: autopilotCommands,
  'site-reverse': siteReverseCommands,
  issues: issuesCommands,
  'issues-session': issuesSessionCommands,
};
