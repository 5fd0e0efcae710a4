/** The parts that states of an issue share, and the ways from one part of its work to the next. */
import type { ValueOf } from '../../../effects/operation.ts';
import type { createIssue } from '../../../effects/tracker.ts';
import type { Failure } from '../../../failure/failure.ts';
import { defineStep } from '../../../machine/machine.ts';
import type { FailureType } from '../record/comments.ts';
import type {
  AtGroup,
  Attempted,
  ChangeGroup,
  GroupEnd,
  IssueFailure,
  IssueLeaves,
  IssueRecord,
  IssueState,
  OpenedIssue,
  PlannedIssue,
  PlannedRecord,
} from './job.ts';

export const issueStep = defineStep<IssueState>();

/** How often others may move the branch while a group is checked. */
const maxLandings = 2;
const maxRecorded = 20;

export const emptyRecord = (before: string): IssueRecord => ({
  before,
  plan: null,
  ends: [],
  warnings: [],
  gaps: [],
  friction: [],
  notes: [],
  plansLeft: 3,
  fixesLeft: 1,
});

/** Takes the shared fields of a state, without its own. */
export const issueParts = <Known extends IssueRecord>({
  job,
  lane,
  foreign,
  record,
}: OpenedIssue<Known>): OpenedIssue<Known> => ({
  job,
  lane,
  foreign,
  record,
});

export function groupParts(state: AtGroup): AtGroup {
  const { checkpoint, attempt, fault, rerunsLeft, landingsLeft, isReturned, hooked } = state;
  return {
    ...issueParts(state),
    checkpoint,
    attempt,
    fault,
    rerunsLeft,
    landingsLeft,
    ...(isReturned ? { isReturned } : {}),
    ...(hooked === undefined ? {} : { hooked }),
  };
}

export const attemptParts = (state: Attempted): Attempted => ({ ...groupParts(state), diff: state.diff });

/** Adds what an agent or a check reported; later entries beyond the limit are left out. */
export function withRecordNotes<State extends OpenedIssue>(
  state: State,
  more: Partial<Pick<IssueRecord, 'warnings' | 'friction' | 'gaps'>>,
): State {
  const { record } = state;
  return {
    ...state,
    record: {
      ...record,
      warnings: joined(record.warnings, more.warnings),
      friction: joined(record.friction, more.friction),
      gaps: [...record.gaps, ...(more.gaps ?? [])]
        .filter((gap, at, all) => all.findIndex(({ description }) => description === gap.description) === at)
        .slice(0, maxRecorded),
    },
  };
}

/** An agent asked for the new issue, so a person looks at it before the loop does: the loop leaves it. */
export function withOpened<Known extends IssueRecord>(
  state: OpenedIssue<Known>,
  { issue, isNew }: ValueOf<typeof createIssue>,
): OpenedIssue<Known> {
  const { record } = state;
  const opened = isNew ? { opened: [...(record.opened ?? []), issue] } : {};
  return { ...issueParts(state), record: { ...record, ...opened } };
}

export const leavesOf = ({ friction, opened }: IssueRecord): IssueLeaves => ({
  friction,
  ...(opened ? { opened } : {}),
});

const joined = (some: readonly string[], more: readonly string[] = []): readonly string[] =>
  [...new Set([...some, ...more])].slice(0, maxRecorded);

export const issueFailed = (because: Failure): Extract<IssueState, { at: 'failed' }> => ({ at: 'failed', because });

/** Files that no operation of the issue may save, commit or remove. */
export const untouched = ({ job, foreign }: Pick<OpenedIssue, 'job' | 'foreign'>): readonly string[] => [
  ...job.settings.leaves,
  ...foreign,
];

/** From 0. */
export const indexOf = ({ record }: PlannedIssue): number => record.ends.length;

export function currentGroup(state: PlannedIssue): ChangeGroup {
  const group = state.record.plan.groups[indexOf(state)];
  if (group === undefined) throw new Error(`issue: no group ${indexOf(state)}`);
  return group;
}

export const committedEnds = (ends: readonly GroupEnd[]) => ends.filter((end) => end.is === 'committed');
export const issueCommits = ({ ends }: IssueRecord): readonly string[] =>
  committedEnds(ends).map(({ commit }) => commit);

/** After a commit: the next group, or the review of all. */
export const afterCommit = (state: PlannedIssue) =>
  hasGroup(state) ? toGroup(state) : ({ ...issueParts(state), at: 'scoping' } as const);

const hasGroup = ({ record }: PlannedIssue): boolean => record.ends.length < record.plan.groups.length;

/** After a group without a commit: the next one, or what follows the last one. */
export function toNextGroup(state: PlannedIssue) {
  const { record } = state;
  const blocked = record.ends.flatMap((end) => (end.is === 'blocked' ? [end.because] : []));
  if (blocked.length > 0) return toNextOrBlocked(state, blocked);
  return hasGroup(state) ? toGroup(state) : (afterLastGroup(state) ?? toFailed(state, noGroupCommitted(record)));
}

/** If nothing is committed, the questions go to the tracker. */
export const toNextOrBlocked = (state: PlannedIssue, questions: readonly string[]) =>
  hasGroup(state)
    ? toGroup(state)
    : (afterLastGroup(state) ?? ({ ...issueParts(state), at: 'commenting-blocked', questions } as const));

/** `null` if nothing is committed. */
function afterLastGroup(state: PlannedIssue) {
  const { plan, ends } = state.record;
  const [last, lastEnd] = [plan.groups.at(-1), ends.at(-1)];
  if (last?.isFix && lastEnd !== undefined && lastEnd.is !== 'committed')
    return toReset(state, `the fix of the review failed: ${lastEnd.because}`);
  return committedEnds(ends).length > 0 ? ({ ...issueParts(state), at: 'scoping' } as const) : null;
}

function noGroupCommitted({ ends }: PlannedRecord): IssueFailure {
  const failed = ends.flatMap((end) => (end.is === 'failed' ? [end] : []));
  const isTransient = failed.every((end) => end.isTransient);
  return {
    type: isTransient ? 'retryable' : 'structural',
    reason: `no change group could be committed: ${failed.map(({ because }) => because).join('; ')}`,
  };
}

export const toGroup = (state: PlannedIssue, fault: AtGroup['fault'] = null) =>
  ({
    ...issueParts(state),
    at: 'working',
    checkpoint: state.lane.base,
    attempt: 1,
    fault,
    rerunsLeft: 1,
    landingsLeft: maxLandings,
  }) as const;

/** The group that repairs the findings of the review: one more, and only once. */
export function toFix(state: PlannedIssue, group: ChangeGroup, findings: readonly string[]) {
  const { record } = state;
  const planned: PlannedIssue = {
    ...issueParts(state),
    record: {
      ...record,
      plan: { ...record.plan, groups: [...record.plan.groups, group] },
      fixesLeft: record.fixesLeft - 1,
    },
  };
  return toGroup(planned, { is: 'review', findings });
}

/** Commits of the issue are undone before the failure is explained (I-47, I-68). */
export const toReset = (state: OpenedIssue, reason: string, type: FailureType = 'structural') =>
  ({ ...issueParts(state), at: 'resetting', failure: { type, reason } }) as const;

/** No commit of the issue exists. */
const toFailed = (state: OpenedIssue, failure: IssueFailure) =>
  ({ ...issueParts(state), at: 'commenting-failure', failure, kept: null }) as const;

/** The issue fails. A plan that a person asked for, and a review, may come after commits. */
export const toFailedOrReset = (state: OpenedIssue, { type, reason }: IssueFailure) =>
  issueCommits(state.record).length > 0 ? toReset(state, reason, type) : toFailed(state, { type, reason });

/** The issue waits for the next start, or for an answer; the tracker gets a comment first. */
export const toPause = (state: OpenedIssue) => ({ ...issueParts(state), at: 'commenting-pause', onto: null }) as const;
