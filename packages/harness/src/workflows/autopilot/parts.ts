/** Connects runs of autopilot to the command line. */
import type { WorkflowParts } from '../../workflow.ts';
import { readEditedState } from './edited-state-file.ts';
import { autopilotExample } from './example.ts';
import { endedLines, planReason, summarizePhases, waitingLines } from './result.ts';
import { tellResuming } from './resuming.ts';
import { createSessionFiles } from './session-files.ts';

export const parts: WorkflowParts = {
  worksInCheckout: () => true,
  ended: endedLines,
  waiting: waitingLines,
  haltReason: planReason,
  viewFiles: [createSessionFiles],
  listeners: ({ language, warn }) => [summarizePhases(language, warn)],
  examples: { autopilot: autopilotExample },
  resume: { before: tellResuming, changes: readEditedState },
};
