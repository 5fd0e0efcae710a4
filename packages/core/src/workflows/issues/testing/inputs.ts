/** Sample inputs of the roles of the issue loop, for tests of all roles. */
import { sampleArtifact } from '../../../journal/artifact.ts';
import type {
  IssueDiscovererInput,
  IssuePlannerInput,
  IssueReviewerInput,
  IssueWorkerInput,
} from '../roles/role-input.ts';

const common = { issue: 'APP-1', text: sampleArtifact };
const plan = { goal: 'a total', criteria: ['it sums'], constraints: ['no package'] };

export const issuePlannerInput: IssuePlannerInput = {
  ...common,
  specs: sampleArtifact,
  notes: ['use euros'],
  problems: [],
  finished: [],
  foreign: ['notes.md'],
};

export const issueWorkerInput: IssueWorkerInput = {
  ...common,
  ...plan,
  n: 1,
  of: 2,
  title: 'add a total',
  changes: 'adds total()',
  files: ['src/a.ts'],
  invariants: [{ id: 'app/core#INV-1', text: 'sums are exact', command: 'npm run sums' }],
  commands: ['npm test'],
  skills: ['money'],
  notes: [],
  fault: 'red: npm test',
};

export const issueReviewerInput: IssueReviewerInput = {
  ...common,
  ...plan,
  scope: 'issue',
  risks: ['fixed last week'],
  title: '1. add a total',
  invariants: [{ id: 'app/core#INV-2', text: 'no global state' }],
  diff: sampleArtifact,
  facts: ['tier1: PASS'],
};

export const issueDiscovererInput: IssueDiscovererInput = { completed: ['APP-1'], friction: ['APP-1: slow tests'] };
