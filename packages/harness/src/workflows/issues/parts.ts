/** Connects runs of the issue loop to the command line. */
import type { WorkflowParts } from '../../workflow.ts';
import { endedLines, printMarkers, waitingLines } from './result.ts';
import { readAttendance, requireOwnBranch } from './resuming.ts';

export const parts: WorkflowParts = {
  worksInCheckout: () => true,
  ended: endedLines,
  waiting: waitingLines,
  listeners: ({ warn }) => [printMarkers(warn)],
  resume: { before: requireOwnBranch, changes: readAttendance },
};
