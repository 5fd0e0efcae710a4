/** The parts in which an issue is explored: all answers of all effects at once would be millions of states. */
import { issueJob, issuesWords, planOf, settings } from '../testing/jobs.ts';
import { withSamples } from '../testing/words.ts';
import type { ExploredPart } from './explore.suite.ts';
import type { GroupEnd, IssueJob, IssueRecord } from './job.ts';
import { emptyRecord } from './state.ts';

const record: IssueRecord = { ...emptyRecord('b0'), plansLeft: 0, fixesLeft: 0 };
const failed: GroupEnd = { is: 'failed', because: 'red', isTransient: false, kept: null };
const blocked: GroupEnd = { is: 'blocked', because: 'Which currency?', kept: 'refs/harness/kept/r/1' };
const committed: GroupEnd = { is: 'committed', commit: 'd1', title: 'add a total' };

const alone = { ...settings, attended: [] };

/** Work of an earlier start, with these ends of its groups, and so many groups without one. */
const resumed = (ends: readonly GroupEnd[], more: Partial<IssueRecord> = {}, left = 0): IssueJob => ({
  ...issueJob,
  settings: alone,
  progress: { ...record, plan: planOf(ends.length + left), ends, ...more },
});

const attended = (job: IssueJob): IssueJob => ({ ...job, settings });

/** One group, with every answer but those about plans and reviews. */
export const groupPart: ExploredPart = {
  inputs: [{ ...issueJob, progress: record }],
  words: withSamples(issuesWords, {
    'issues.planner': [0],
    'issues.worker': [0, 2],
    'resolve-plan': [0],
    'scope-review': [0],
    'reset-issue': [0],
    open: [0],
    proof: [0, 2, 3, 4],
  }),
};

/** The way of a group without trouble. */
const smooth = {
  'issues.worker': [0],
  'survey-group': [0],
  'inspect-tests': [0],
  'run-commit-hooks': [0],
  'take-out-group': [0],
  publish: [0],
  proof: [0],
};

export const reviewPart: ExploredPart = {
  inputs: [
    resumed([committed, failed]),
    resumed([blocked, failed]),
    resumed([failed]),
    attended(resumed([committed, failed])),
  ],
  words: withSamples(issuesWords, smooth),
};

export const fixPart: ExploredPart = {
  inputs: [resumed([committed], { fixesLeft: 1 })],
  words: withSamples(issuesWords, smooth),
};

const few = {
  ...smooth,
  'issues.worker': [0, 2, 3],
  'issues.planner': [0, 2],
  'issues.reviewer': [0],
  'resolve-plan': [0, 2],
  'scope-review': [0],
  'check-evidence': [0],
  'create-issue': [0],
};

/** Questions to a person, and plans after them. */
export const peoplePart: ExploredPart = {
  inputs: [attended(resumed([committed], { plansLeft: 1 }, 1)), { ...issueJob, progress: { ...record, plansLeft: 0 } }],
  words: withSamples(issuesWords, few),
};

const fixPlan = planOf(2);
const failedFix = { plan: { ...fixPlan, groups: fixPlan.groups.map((group) => ({ ...group, isFix: true as const })) } };
const gaps = ['no unit', 'no limit'].map((description) => ({ subsystem: 'app/core', description }));

/** A group without commands, and one without judged invariants. */
const bare = planOf(1).groups.map((group) => ({ ...group, invariants: group.invariants.slice(1), tier0: [] }));
const barePlan = { ...planOf(1), groups: bare };
const emptyPlan = { ...barePlan, groups: bare.map((group) => ({ ...group, invariants: [] })) };
const withoutChecks = (job: IssueJob): IssueJob => ({ ...job, settings: { ...job.settings, checks: [] } });
const withoutProof = (job: IssueJob): IssueJob => {
  const { trust: _, ...others } = job.settings;
  return { ...job, settings: others };
};

/** Groups that the worker cannot make, and what follows from them. */
export const blockedPart: ExploredPart = {
  inputs: [
    { ...issueJob, settings: alone },
    resumed([], {}, 2),
    resumed([committed, failed], failedFix),
    resumed([committed], failedFix, 1),
    attended(resumed([committed], failedFix, 1)),
    attended(resumed([], {}, 2)),
    resumed([blocked], {}, 1),
    resumed([committed], { gaps }),
  ],
  words: withSamples(issuesWords, { ...few, 'issues.worker': [2, 3], 'resolve-plan': [2] }),
};

/** Groups without commands, without judged invariants, and without a proof. */
export const barePart: ExploredPart = {
  inputs: [
    withoutChecks(resumed([], { plan: barePlan })),
    withoutChecks(withoutProof(resumed([], { plan: barePlan }))),
    withoutChecks(resumed([], { plan: emptyPlan })),
    withoutChecks(withoutProof(resumed([], { plan: emptyPlan }))),
    withoutProof(resumed([], { plan: emptyPlan })),
  ],
  words: withSamples(issuesWords, { ...few, open: [0], 'issues.worker': [0], 'run-commit-hooks': [0, 1] }),
};
