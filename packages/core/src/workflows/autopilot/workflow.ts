/** Describes the workflow autopilot: executes the phases of an approved spec, one after the other. */
import { defineWorkflow } from '../../workflow.ts';
import { autopilotCodes } from './codes.ts';
import { autopilotSection } from './config.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

export const autopilotWorkflow = defineWorkflow({
  id: 'autopilot',
  machines: ['autopilot', 'autopilot-phase', 'autopilot-work', 'autopilot-documents'],
  roles: [
    'autopilot.planner',
    'autopilot.executor',
    'autopilot.verifier',
    'autopilot.integrator',
    'autopilot.reviewer',
    'autopilot.diagnostician',
  ],
  codes: autopilotCodes,
  words: { en, ko },
  config: { autopilot: autopilotSection },
  load: () => import('./logic.ts'),
});
