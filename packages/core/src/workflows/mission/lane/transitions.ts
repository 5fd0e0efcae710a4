/** Transitions of a lane: the order in which a feature is checked, judged and merged. */
import { type CheckedWork, type RedCheck, testBase } from '../../../checks/check-round.ts';
import type { CommandOutput } from '../roles/validator.ts';
import { type CheckStage, type LaneState, type LaneWork, laneOver, laneWork, savedWorkOf } from './job.ts';

const toChecking = (state: LaneWork, stage: CheckStage, left: readonly string[]) =>
  ({ ...laneWork(state), at: 'checking', stage, left, red: [] as readonly RedCheck[] }) as const;

export const toInspection = (state: LaneWork, touched: number) =>
  touched > 0 ? ({ ...laneWork(state), at: 'inspecting' } as const) : toBuiltChecks(state);

export const toBuiltChecks = (state: LaneWork) =>
  state.job.checks.length > 0 ? toChecking(state, 'built', state.job.checks) : afterChecks(state);
/** Green checks do not show that the change does something; the proof does. */
const afterChecks = (state: LaneWork) =>
  state.job.trust || state.job.proof ? ({ ...laneWork(state), at: 'witnessing' } as const) : afterBuild(state);
export const afterBuild = (state: LaneWork) =>
  state.job.until === 'implemented' ? laneOver({ is: 'implemented', saved: savedWorkOf(state) }) : toClaimChecks(state);

export const toClaimChecks = (state: LaneWork) =>
  state.brief.commands.length > 0 ? toChecking(state, 'claimed', state.brief.commands) : afterClaims(state);
const afterClaims = (state: LaneWork, printed: readonly CommandOutput[] = []) =>
  ({ ...laneWork(state), at: 'validating', ...(printed.length > 0 ? { printed } : {}) }) as const;

export const afterPassedVerdict = (state: LaneWork) =>
  state.job.uiQa ? ({ ...laneWork(state), at: 'looking-at-ui' } as const) : afterUiReview(state);
export const afterUiReview = (state: LaneWork) =>
  state.job.crosscheck ? ({ ...laneWork(state), at: 'crosschecking' } as const) : afterOpinions(state);
/** All reviews passed. A lane of a competition ends here. */
export function afterOpinions(state: LaneWork) {
  if (state.job.until === 'judged') return laneOver({ is: 'judged', saved: savedWorkOf(state), issues: state.issues });
  return state.job.documents ? ({ ...laneWork(state), at: 'documenting' } as const) : toSyncing(state);
}
export const toSyncing = (state: LaneWork) => ({ ...laneWork(state), at: 'syncing' }) as const;

export function toMergedChecks(state: LaneWork) {
  const left = [...state.job.checks, ...state.brief.commands];
  return left.length > 0 ? toChecking(state, 'brought', left) : toLanding(state);
}
/** The product is tested as it will be on the base; only then the base moves. */
export const toLanding = (state: LaneWork) =>
  state.job.smoke ? ({ ...laneWork(state), at: 'smoking' } as const) : toMerge(state);
export const toMerge = (state: LaneWork) =>
  ({ ...laneWork(state), at: state.job.onPass === undefined ? 'publishing' : 'keeping' }) as const;

/** Claim commands also need the build, so they follow the checks. */
export const laneCheckedWork = (state: Extract<LaneState, { at: 'checking' }>): CheckedWork => ({
  path: state.lane.path,
  commit: state.checkpoint,
  all: state.stage === 'built' ? state.job.checks : [...state.job.checks, ...state.brief.commands],
  // Later stages check work that passed this stage, merged with the base.
  base:
    state.stage === 'built'
      ? testBase(state.lane.brought?.merged ?? state.lane.base, state.job.testFiles, state.allowed)
      : undefined,
});

export function afterGreenStage(state: LaneWork, stage: CheckStage, printed: readonly CommandOutput[] = []) {
  switch (stage) {
    case 'built':
      return afterChecks(state);
    case 'claimed':
      return afterClaims(state, printed);
    case 'brought':
      return toLanding(state);
  }
}
