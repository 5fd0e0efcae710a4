/** Opens an issue, and plans it against the specs of its commit (I-23 to I-28). */
import { agent } from '../../../effects/agent.ts';
import { openCheckout } from '../../../effects/checkout.ts';
import { indexSubsystems, type ResolvedIssuePlan, resolveIssuePlan, surveyGroup } from '../../../effects/issues.ts';
import { act } from '../../../effects/operation.ts';
import type { Failure } from '../../../failure/failure.ts';
import { issuesCodes } from '../codes.ts';
import { issuePlanner, type ProposedIssuePlan } from '../roles/planner.ts';
import { isAttended } from '../settings.ts';
import { isContextFull, isFailedIssue, withoutAnswer } from './call-end.ts';
import type { ChangeGroup, IssueJob, IssuePlan, IssueState, OpenedIssue } from './job.ts';
import {
  committedEnds,
  emptyRecord,
  issueFailed,
  issueParts,
  issueStep,
  toFailedOrReset,
  toGroup,
  toNextGroup,
  toPause,
} from './state.ts';

export const issuePlanSteps = [
  issueStep({
    at: 'opening',
    to: [
      'reading-foreign',
      'indexing',
      'working',
      'scoping',
      'resetting',
      'commenting-blocked',
      'commenting-failure',
      'failed',
    ],
    needs: ({ job }) => ({
      opened: act(openCheckout, { base: job.settings.branch, saved: null, stays: true, foreign: job.settings.leaves }),
    }),
    next: ({ job }, { opened }) => {
      if (!opened.ok) return issueFailed(opened.failure);
      const { path, branch, base, files } = opened.value;
      const lane = { path, branch, base };
      return files === undefined ? toWork(job, lane, []) : { at: 'reading-foreign', job, lane, files };
    },
  }),
  issueStep({
    at: 'reading-foreign',
    to: ['indexing', 'working', 'scoping', 'resetting', 'commenting-blocked', 'commenting-failure', 'failed'],
    needs: ({ lane, files }) => ({ survey: act(surveyGroup, { lane, checkpoint: files, files: [] }) }),
    next: ({ job, lane }, { survey }) =>
      survey.ok ? toWork(job, lane, survey.value.changed) : issueFailed(survey.failure),
  }),
  issueStep({
    at: 'indexing',
    to: ['planning', 'failed'],
    needs: ({ job, lane }) => ({ specs: act(indexSubsystems, { commit: lane.base, issue: job.issue.text }) }),
    next: (state, { specs }) =>
      specs.ok
        ? { ...issueParts(state), at: 'planning', specs: specs.value.index, problems: [] }
        : issueFailed(specs.failure),
  }),
  issueStep({
    at: 'planning',
    to: [
      'resolving',
      'asking-blocked',
      'commenting-blocked',
      'commenting-pause',
      'resetting',
      'commenting-failure',
      'failed',
    ],
    needs: (state) => ({
      // It only reads: with a checkpoint, an interrupted call is repeated.
      planned: agent(issuePlanner, { cwd: state.lane.path, checkpoint: state.lane.base }, plannerInput(state), {
        item: state.job.issue.id,
      }),
    }),
    next: (state, { planned }) => {
      if (!planned.ok) return withoutPlan(state, planned.failure);
      const { specs, problems } = state;
      if (planned.value.is === 'blocked') return toBlocked(state, planned.value.questions);
      return {
        ...issueParts(state),
        at: 'resolving',
        specs,
        proposed: planned.value.plan,
        isRepaired: problems.length > 0,
      };
    },
  }),
  issueStep({
    at: 'resolving',
    to: ['planning', 'working', 'resetting', 'commenting-failure', 'failed'],
    needs: ({ lane, proposed }) => ({
      resolved: act(resolveIssuePlan, {
        commit: lane.base,
        subsystems: proposed.subsystems,
        files: proposed.files,
        groups: proposed.groups.map(({ files, invariants }) => ({ files, invariants })),
      }),
    }),
    next: (state, { resolved }) => {
      if (!resolved.ok) return issueFailed(resolved.failure);
      const { specs, proposed, isRepaired } = state;
      const plan = resolved.value;
      if (plan.is === 'resolved') return toFirstGroup(state, planOf(proposed, plan));
      if (!isRepaired) return { ...issueParts(state), at: 'planning', specs, problems: plan.problems.slice(0, 20) };
      const reason = `the plan does not fit the subsystems: ${plan.problems.slice(0, 3).join('; ')}`;
      return toFailedOrReset(state, { type: 'structural', reason });
    },
  }),
] as const;

/** An issue that was paused continues with its next group. */
function toWork(job: IssueJob, lane: OpenedIssue['lane'], foreign: readonly string[]) {
  const record = job.progress ?? emptyRecord(lane.base);
  const { plan } = record;
  if (plan === null) return { job, lane, foreign, record, at: 'indexing' } as const;
  return toNextGroup({ job, lane, foreign, record: { ...record, plan } });
}

type Planning = Extract<IssueState, { at: 'planning' }>;

function withoutPlan(state: Planning, failure: Failure) {
  if (isContextFull(failure)) return toPause(state);
  return isFailedIssue(failure) ? toFailedOrReset(state, withoutAnswer('planner', failure)) : issueFailed(failure);
}

const plannerInput = ({ job, specs, record, problems, foreign }: Planning) => ({
  issue: job.issue.id,
  text: job.issue.text,
  specs,
  notes: record.notes,
  problems,
  finished: committedEnds(record.ends).map(({ title, commit }) => ({ title, commit })),
  foreign,
});

/** Without a person, the questions go to the tracker (IO-03). */
const toBlocked = (state: OpenedIssue, questions: readonly string[]) =>
  isAttended(state.job.settings, issuesCodes.questions.blocked.header)
    ? ({ ...issueParts(state), at: 'asking-blocked', questions } as const)
    : ({ ...issueParts(state), at: 'commenting-blocked', questions } as const);

/** Groups of an earlier plan that are committed stay; their numbers stay too. */
function toFirstGroup(state: OpenedIssue, plan: IssuePlan) {
  const { record } = state;
  const finished = (record.plan?.groups ?? []).filter((_, at) => record.ends[at]?.is === 'committed');
  return toGroup({
    ...issueParts(state),
    record: {
      ...record,
      plan: { ...plan, groups: [...finished, ...plan.groups] },
      ends: committedEnds(record.ends),
    },
  });
}

/** A warning of the specs is a risk that the reviewer looks at. */
const maxRisks = 30;

type Resolved = Extract<ResolvedIssuePlan, { readonly is: 'resolved' }>;

function planOf(proposed: ProposedIssuePlan, { subsystems, groups, warnings }: Resolved): IssuePlan {
  const { goal, criteria, constraints, risks } = proposed;
  return {
    goal,
    criteria,
    constraints,
    risks: [...risks, ...warnings].slice(0, maxRisks),
    subsystems: subsystems.map(({ id, as, skills }) => ({ id, as, skills })),
    groups: proposed.groups.flatMap(({ title, type, changes }, at): readonly ChangeGroup[] => {
      const facts = groups[at];
      return facts === undefined ? [] : [{ title, type, changes, ...facts }];
    }),
  };
}
