/** Exports the machines, roles and progress lines of the issue loop. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import type { IssueState } from './issue/job.ts';
import { issuePieces } from './pieces.ts';
import { issueProgress, loopProgress } from './progress.ts';
import { issuesRoles } from './roles/index.ts';
import type { IssuesState } from './state.ts';
import { loopJson } from './view.ts';

const noStart = { start: () => [], repeats: new Set<string>() };

export const logic: WorkflowLogic<keyof typeof issuesRoles> = {
  async loadMachines() {
    const [{ issues }, { issueWork }] = await Promise.all([import('./machine.ts'), import('./issue/machine.ts')]);
    return [issues as Machine, issueWork as Machine];
  },
  roles: issuesRoles,
  progress: {
    issues: {
      ...noStart,
      move: (from, answers, to) => loopProgress(from as IssuesState, answers, to as IssuesState),
    },
    issue: {
      ...noStart,
      move: (from, answers, to) => issueProgress(from as IssueState, answers, to as IssueState),
      isPartOfParent: true,
      isOnlyPart: true,
    },
  },
  document: loopJson,
  piecesOf: issuePieces,
  rerun: () => 'issues start',
};
