/** Applies the result of a lane to the loop: statuses, saved work, issues, and the ending of the mission (N1). */
import type { CallResult } from '../../effects/call.ts';
import { type Failure, failures } from '../../failure/failure.ts';
import { formatReason } from '../../mission/escalation-reason.ts';
import { type Issue, isPromoted } from '../../mission/issue.ts';
import type { CompetitionResult, PassedLane } from './competition/job.ts';
import { isRetryable } from './lane/build.ts';
import { type LoopState, loopState, type MissionEnding, withFeature } from './state.ts';

interface AppliedResult {
  readonly loop: LoopState;
  /** The consequence for the whole mission; `null` if it continues. */
  readonly ending: MissionEnding | null;
}

export function applyLaneResult(state: LoopState, { child, result }: CallResult<CompetitionResult>): AppliedResult {
  const feature = state.lanes.find((lane) => lane.child === child)?.feature ?? '';
  const rest = { ...loopState(state), lanes: state.lanes.filter((lane) => lane.child !== child) };
  if (result === null) return continueLoop(withFeature(rest, feature, { status: 'failing', why: 'interrupted' }));
  const { rivals } = result;
  switch (result.is) {
    case 'implemented':
    case 'judged':
      return continueLoop(
        withFeature(rest, feature, { status: 'validating', saved: result.saved, why: undefined, rivals }),
      );
    case 'passed': {
      const passed = withIssues(toPassed(rest, feature, result), result.issues);
      return continueLoop(result.open ? { ...passed, merged: result.open } : passed);
    }
    case 'failing': {
      const { saved, setback, because, issues } = result;
      const kept = { saved: saved ?? undefined, setback: setback ?? undefined, rivals };
      const to = { status: 'failing', ...kept, why: because } as const;
      return continueLoop(withIssues(withFeature(rest, feature, to), issues));
    }
    case 'blocked':
      return continueLoop(
        withFeature(rest, feature, { status: 'blocked', why: result.why, saved: result.saved ?? undefined, rivals }),
      );
    case 'stopped':
      return {
        loop: withFeature(rest, feature, { status: 'failing', why: 'tests', rivals }),
        ending: { is: 'stopped' },
      };
    case 'broken': {
      const { because, saved } = result;
      // A smoke test that could not run says nothing about the feature: it is judged again after a resume.
      const status = isUntested(because) && saved ? 'validating' : 'failing';
      const to = { status, saved: saved ?? undefined, why: because.code, rivals } as const;
      return {
        loop: withFeature(rest, feature, to),
        ending: isRetryable(because) && !isUntested(because) ? null : endingFromResult(state, because),
      };
    }
  }
}

const isUntested = ({ code }: Failure) => code === 'server.port-in-use' || code === 'server.unstartable';

/** A cap parks the mission; every other final failure ends it. */
export const endingOf = (because: Failure): MissionEnding =>
  failures[because.code].end === 'capped' ? { is: 'capped', because } : { is: 'failed', because };

/** Escalates failures that a person can fix before a resume; they are not failures of the work. */
export function endingFromResult({ job }: LoopState, because: Failure): MissionEnding {
  const { code, params } = because;
  if (job.checkout && code === 'git.branch-moved')
    return { is: 'escalated', reason: formatReason('checkout', String(params['found'] ?? '')) };
  if (code === 'dependencies.failed')
    return { is: 'escalated', reason: formatReason('dependencies', String(params['command'] ?? '')) };
  if (isUntested(because)) return { is: 'escalated', reason: formatReason('smoke', code) };
  return endingOf(because);
}

const continueLoop = (state: LoopState): AppliedResult => ({ loop: state, ending: null });

const toPassed = (state: LoopState, feature: string, { commit, branch, unwitnessed }: PassedLane): LoopState => ({
  ...withFeature(state, feature, {
    status: 'passed',
    saved: undefined,
    setback: undefined,
    ruling: undefined,
    why: undefined,
    rivals: undefined,
    unwitnessed,
    ...(state.job.onPass ? { ...(commit === null ? {} : { commit, branch }) } : { commit: commit ?? undefined }),
  }),
  ...(state.job.smoke ? { lastPassed: { feature, isSmoked: false } } : {}),
});

const withIssues = (state: LoopState, issues: readonly Issue[]): LoopState => ({
  ...state,
  issues: [...state.issues, ...issues.filter(isPromoted)],
});
