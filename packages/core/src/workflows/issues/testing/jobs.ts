/** Jobs of the loop and of one issue for tests, and the vocabulary of their effects. */
import { checkoutOperations } from '../../../effects/checkout.ts';
import { gitOperations } from '../../../effects/git.ts';
import { issuesOperations } from '../../../effects/issues.ts';
import type { EffectVocabulary } from '../../../effects/kinds.ts';
import type { Operation } from '../../../effects/operation.ts';
import { trackerOperations } from '../../../effects/tracker.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import type { PickedIssue, TrackerScope } from '../../../tracker/issue.ts';
import { baseChecks } from '../../base-checks/machine.ts';
import { changeProof } from '../../proof/machine.ts';
import type { IssueJob } from '../issue/job.ts';
import { issueWork } from '../issue/machine.ts';
import { noCounters } from '../record/loop.ts';
import { issuesRoles } from '../roles/index.ts';
import type { IssuesSettings } from '../settings.ts';
import type { IssuesJob } from '../state.ts';

const scope: TrackerScope = {
  kind: 'local',
  project: 'app',
  team: 'MB90',
  label: 'ready',
  inProgressStatus: 'In Progress',
  doneStatus: 'Done',
};

export const settings: IssuesSettings = {
  scope,
  branch: 'main',
  leaves: [],
  checks: ['npm test'],
  checkTimeoutMs: 1_000,
  trust: { witness: 'ask', mutants: { count: 1, budgetMs: 1, leastKilled: 0 } },
  max: 2,
  discoverInterval: 1,
  tier1Blocks: false,
  author: 'claude opus',
  attended: 'all',
};

export const issue: PickedIssue = {
  id: 'APP-1',
  title: 'Add a total',
  status: 'Todo',
  priority: 2,
  labels: ['ready'],
  blockedBy: [],
  url: null,
  text: sampleArtifact,
};

export const lane = { path: '.', branch: 'main', base: 'b0' };

export const issueJob: IssueJob = { settings, issue, iteration: 1 };
export const issuesJob: IssuesJob = { settings, counters: noCounters };

export const issuesWords: EffectVocabulary = {
  roles: issuesRoles,
  operations: [
    ...Object.values(trackerOperations),
    ...Object.values(issuesOperations),
    ...Object.values(checkoutOperations),
    ...Object.values(gitOperations),
  ] as readonly Operation<unknown, unknown>[],
  machines: { 'base-checks': baseChecks, proof: changeProof, issue: issueWork },
};
