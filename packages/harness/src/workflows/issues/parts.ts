/** Connects runs of the issue loop to the command line. */
import type { RunTree } from '@harness/core/journal/run-tree';
import { loopView } from '@harness/core/workflows/issues/view';
import type { WorkflowParts } from '../../workflow.ts';
import { loopDocument, showLoopFile } from '../issues-session/loop-listener.ts';
import { issuesExample } from './example.ts';
import { tellOutages } from './outage.ts';
import { endedLoopLines, printMarkers, waitingLoopLines } from './result.ts';
import { readAttendance, requireOwnBranch } from './resuming.ts';

const documentOf = (tree: RunTree) => {
  const state = loopView(tree);
  return state && loopDocument(tree, state);
};

export const parts: WorkflowParts = {
  worksInCheckout: () => true,
  ended: endedLoopLines,
  waiting: waitingLoopLines,
  listeners: (host) => [
    showLoopFile({ ...host, machine: 'issues', documentOf }),
    printMarkers(host.warn),
    tellOutages(host.language, host.warn),
  ],
  examples: { issues: issuesExample },
  resume: { before: requireOwnBranch, changes: readAttendance },
};
