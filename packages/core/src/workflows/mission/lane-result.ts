/** What the loop makes of a lane that has come back (N1): statuses are written here and nowhere else. */
import type { CallResult } from '../../effects/call.ts';
import { type Failure, failures } from '../../failure/failure.ts';
import { formatReason } from '../../mission/escalation-reason.ts';
import { type Issue, isPromoted } from '../../mission/issue.ts';
import type { CompetitionResult, PassedLane } from './competition/job.ts';
import { isWorthAnother } from './lane/build.ts';
import { type LoopState, loopState, type MissionEnding, withFeature } from './state.ts';

interface Landed {
  readonly loop: LoopState;
  /** What it means for the whole mission, if it means anything. */
  readonly ending: MissionEnding | null;
}

export function applyLaneResult(state: LoopState, { child, result }: CallResult<CompetitionResult>): Landed {
  const feature = state.lanes.find((lane) => lane.child === child)?.feature ?? '';
  const rest = { ...loopState(state), lanes: state.lanes.filter((lane) => lane.child !== child) };
  if (result === null) return on(withFeature(rest, feature, { status: 'failing', why: 'interrupted' }));
  const { rivals } = result;
  switch (result.is) {
    case 'implemented':
    case 'judged':
      return on(withFeature(rest, feature, { status: 'validating', saved: result.saved, why: undefined, rivals }));
    case 'passed':
      return on(filed(passed(rest, feature, result), result.issues));
    case 'failing': {
      const { saved, setback, because, issues } = result;
      const kept = { saved: saved ?? undefined, setback: setback ?? undefined, rivals };
      const to = { status: 'failing', ...kept, why: because } as const;
      return on(filed(withFeature(rest, feature, to), issues));
    }
    case 'blocked':
      return on(
        withFeature(rest, feature, { status: 'blocked', why: result.why, saved: result.saved ?? undefined, rivals }),
      );
    case 'stopped':
      return {
        loop: withFeature(rest, feature, { status: 'failing', why: 'tests', rivals }),
        ending: { is: 'stopped' },
      };
    case 'broken': {
      const { because, saved } = result;
      const to = { status: 'failing', saved: saved ?? undefined, why: because.code, rivals } as const;
      return {
        loop: withFeature(rest, feature, to),
        ending: isWorthAnother(because) ? null : endingFromResult(state, because),
      };
    }
  }
}

/** A cap stops the mission where it can be led on; what else cannot be repaired by trying again ends it. */
export const endingOf = (because: Failure): MissionEnding =>
  failures[because.code].end === 'capped' ? { is: 'capped', because } : { is: 'failed', because };

/** What a person can put right, and then lead it on: that is no failure of the work. */
export function endingFromResult({ job }: LoopState, because: Failure): MissionEnding {
  const { code, params } = because;
  if (job.checkout && code === 'git.branch-moved')
    return { is: 'escalated', reason: formatReason('checkout', String(params['found'] ?? '')) };
  if (code === 'dependencies.failed')
    return { is: 'escalated', reason: formatReason('dependencies', String(params['command'] ?? '')) };
  return endingOf(because);
}

const on = (state: LoopState): Landed => ({ loop: state, ending: null });

const passed = (state: LoopState, feature: string, { commit, branch }: PassedLane): LoopState => ({
  ...withFeature(state, feature, {
    status: 'passed',
    saved: undefined,
    setback: undefined,
    ruling: undefined,
    why: undefined,
    rivals: undefined,
    ...(state.job.onPass ? { ...(commit === null ? {} : { commit, branch }) } : { commit: commit ?? undefined }),
  }),
  ...(state.job.smoke ? { lastPassed: { feature, isSmoked: false } } : {}),
});

const filed = (state: LoopState, issues: readonly Issue[]): LoopState => ({
  ...state,
  issues: [...state.issues, ...issues.filter(isPromoted)],
});
