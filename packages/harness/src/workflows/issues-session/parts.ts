/** Connects sessions of the issue loop to the command line. Their Stop hook hosts them; other commands show and stop them. */
import { loopFile } from '@harness/core/issue-loop/document';
import type { RunTree } from '@harness/core/journal/run-tree';
import { sentencesOf } from '@harness/core/workflow';
import { sessionDocument } from '@harness/core/workflows/issues-session/view';
import { issuesSessionWorkflow } from '@harness/core/workflows/issues-session/workflow';
import type { ResultFormat } from '../../render/result-format.ts';
import type { WorkflowParts } from '../../workflow.ts';
import { showLoopFile } from './loop-listener.ts';

const documentOf = ([{ run, entries }]: RunTree) => sessionDocument(run, entries);

function endedLines(tree: RunTree, { language }: ResultFormat): readonly string[] | null {
  const loop = documentOf(tree)?.state;
  if (!loop) return null;
  const { completed, failed, skipped } = loop;
  const counts = { completed: completed.length, failed: failed.length, skipped: skipped.length };
  return [`  ${sentencesOf(issuesSessionWorkflow, language)['session.ended'](counts)}`];
}

const waitingLines = (_: RunTree, { language }: ResultFormat): readonly string[] => [
  `  ${sentencesOf(issuesSessionWorkflow, language)['session.waiting']({ file: loopFile })}`,
];

export const parts: WorkflowParts = {
  ended: endedLines,
  waiting: waitingLines,
  resume: { asksNobody: () => true },
  listeners: (host) => [showLoopFile({ ...host, machine: 'issues-session', documentOf })],
};
