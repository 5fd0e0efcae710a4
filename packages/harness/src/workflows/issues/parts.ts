/** Connects runs of the issue loop to the command line. */
import type { RunTree } from '@harness/core/journal/run-tree';
import { loopView } from '@harness/core/workflows/issues/view';
import type { WorkflowParts } from '../../workflow.ts';
import { loopDocument, showLoopFile } from '../issues-session/loop-listener.ts';
import { endedLines, printMarkers, waitingLines } from './result.ts';
import { readAttendance, requireOwnBranch } from './resuming.ts';

const documentOf = (tree: RunTree) => {
  const state = loopView(tree);
  return state && loopDocument(tree, state);
};

export const parts: WorkflowParts = {
  worksInCheckout: () => true,
  ended: endedLines,
  waiting: waitingLines,
  listeners: (host) => [showLoopFile({ ...host, machine: 'issues', documentOf }), printMarkers(host.warn)],
  resume: { before: requireOwnBranch, changes: readAttendance },
};
