/** The parts that states of an issue share, and the ways from one part of its work to the next. */
import type { Failure } from '../../../failure/failure.ts';
import { defineStep } from '../../../machine/machine.ts';
import type {
  AtGroup,
  Attempted,
  ChangeGroup,
  GroupEnd,
  IssueFailure,
  IssueRecord,
  IssueState,
  Opened,
  Planned,
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
export const openedOf = <Known extends IssueRecord>({ job, lane, foreign, record }: Opened<Known>): Opened<Known> => ({
  job,
  lane,
  foreign,
  record,
});

export function groupOf(state: AtGroup): AtGroup {
  const { checkpoint, attempt, fault, rerunsLeft, landingsLeft, isReturned, hooked } = state;
  return {
    ...openedOf(state),
    checkpoint,
    attempt,
    fault,
    rerunsLeft,
    landingsLeft,
    ...(isReturned ? { isReturned } : {}),
    ...(hooked === undefined ? {} : { hooked }),
  };
}

export const attemptOf = (state: Attempted): Attempted => ({ ...groupOf(state), diff: state.diff });

/** Adds what an agent or a check reported; later entries beyond the limit are left out. */
export function withNotes<State extends Opened>(
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

const joined = (some: readonly string[], more: readonly string[] = []): readonly string[] =>
  [...new Set([...some, ...more])].slice(0, maxRecorded);

export const issueFailed = (because: Failure): Extract<IssueState, { at: 'failed' }> => ({ at: 'failed', because });

/** Files that no operation of the issue may save, commit or remove. */
export const untouched = ({ job, foreign }: Pick<Opened, 'job' | 'foreign'>): readonly string[] => [
  ...job.settings.leaves,
  ...foreign,
];

/** From 0. */
export const indexOf = ({ record }: Planned): number => record.ends.length;

export function currentGroup(state: Planned): ChangeGroup {
  const group = state.record.plan.groups[indexOf(state)];
  if (group === undefined) throw new Error(`issue: no group ${indexOf(state)}`);
  return group;
}

export const committedEnds = (ends: readonly GroupEnd[]) => ends.filter((end) => end.is === 'committed');
export const commitsOf = ({ ends }: IssueRecord): readonly string[] => committedEnds(ends).map(({ commit }) => commit);

/** After a commit: the next group, or the review of all. */
export const afterCommit = (state: Planned) =>
  hasGroup(state) ? toGroup(state) : ({ ...openedOf(state), at: 'scoping' } as const);

const hasGroup = ({ record }: Planned): boolean => record.ends.length < record.plan.groups.length;

/** The next group that has no end, or what follows the last one. */
export function toNextGroup(state: Planned) {
  const { record } = state;
  const [last, lastEnd] = [record.plan.groups.at(-1), record.ends.at(-1)];
  if (hasGroup(state)) return toGroup(state);
  if (last?.isFix && lastEnd !== undefined && lastEnd.is !== 'committed')
    return toReset(state, `the fix of the review failed: ${lastEnd.because}`);
  if (committedEnds(record.ends).length > 0) return { ...openedOf(state), at: 'scoping' } as const;
  const blocked = record.ends.flatMap((end) => (end.is === 'blocked' ? [end.because] : []));
  if (blocked.length > 0) return { ...openedOf(state), at: 'commenting-blocked', questions: blocked } as const;
  return toFailed(state, noGroupCommitted(record));
}

function noGroupCommitted({ ends }: PlannedRecord): IssueFailure {
  const failed = ends.flatMap((end) => (end.is === 'failed' ? [end] : []));
  const isTransient = failed.every((end) => end.isTransient);
  return {
    type: isTransient ? 'retryable' : 'structural',
    reason: `no change group could be committed: ${failed.map(({ because }) => because).join('; ')}`,
  };
}

export const toGroup = (state: Planned, fault: AtGroup['fault'] = null) =>
  ({
    ...openedOf(state),
    at: 'working',
    checkpoint: state.lane.base,
    attempt: 1,
    fault,
    rerunsLeft: 1,
    landingsLeft: maxLandings,
  }) as const;

/** The group that repairs the findings of the review: one more, and only once. */
export function toFix(state: Planned, group: ChangeGroup, findings: readonly string[]) {
  const { record } = state;
  const planned: Planned = {
    ...openedOf(state),
    record: {
      ...record,
      plan: { ...record.plan, groups: [...record.plan.groups, group] },
      fixesLeft: record.fixesLeft - 1,
    },
  };
  return toGroup(planned, { is: 'review', findings });
}

/** Commits of the issue are undone before the failure is explained (I-47, I-68). */
export const toReset = (state: Opened, reason: string) =>
  ({ ...openedOf(state), at: 'resetting', failure: { type: 'structural', reason } }) as const;

/** No commit of the issue exists. */
export const toFailed = (state: Opened, failure: IssueFailure) =>
  ({ ...openedOf(state), at: 'commenting-failure', failure, kept: null }) as const;

/** The issue waits for the next start, or for an answer; the tracker is told first. */
export const toPause = (state: Opened) => ({ ...openedOf(state), at: 'commenting-pause', onto: null }) as const;

export const isContextFull = ({ code }: Failure): boolean => code === 'agent.context';
