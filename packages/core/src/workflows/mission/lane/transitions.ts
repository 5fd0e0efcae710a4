/** Where a lane goes on from each thing that was done in it: the order in which a feature is checked, judged and brought home. */
import type { RedCheck } from '../../../checks/check-round.ts';
import type { CommandOutput } from '../roles/validator.ts';
import { type LaneWork, laneOver, laneWork, type Stage, savedWorkOf } from './job.ts';

const checking = (state: LaneWork, stage: Stage, left: readonly string[]) =>
  ({ ...laneWork(state), at: 'checking', stage, left, red: [] as readonly RedCheck[] }) as const;

/** Whether it takes away from the tests is looked at where it touches anything that was there. */
export const toInspection = (state: LaneWork, touched: number) =>
  touched > 0 ? ({ ...laneWork(state), at: 'inspecting' } as const) : toBuiltChecks(state);

/** What the worker left is held to the checks of the repository; then it is built, or goes on to be judged. */
export const toBuiltChecks = (state: LaneWork) =>
  state.job.checks.length > 0 ? checking(state, 'built', state.job.checks) : afterBuild(state);
/** What is green may still test nothing: new tests are held against the base. */
const afterChecks = (state: LaneWork) =>
  state.job.proof ? ({ ...laneWork(state), at: 'finding-proofs' } as const) : afterBuild(state);
export const afterBuild = (state: LaneWork) =>
  state.job.until === 'implemented' ? laneOver({ is: 'implemented', saved: savedWorkOf(state) }) : toClaimChecks(state);

/** The commands that claims name are run before anybody is asked to judge. */
export const toClaimChecks = (state: LaneWork) =>
  state.brief.commands.length > 0 ? checking(state, 'claimed', state.brief.commands) : afterClaims(state);
const afterClaims = (state: LaneWork, printed: readonly CommandOutput[] = []) =>
  ({ ...laneWork(state), at: 'validating', ...(printed.length > 0 ? { printed } : {}) }) as const;

/** Who else is asked about what the validator passed; then it is brought together with the base. */
export const afterPassedVerdict = (state: LaneWork) =>
  state.job.uiQa ? ({ ...laneWork(state), at: 'looking-at-ui' } as const) : afterUiReview(state);
export const afterUiReview = (state: LaneWork) =>
  state.job.crosscheck ? ({ ...laneWork(state), at: 'crosschecking' } as const) : afterOpinions(state);
/** Everybody let it through. One among rivals stops here, and tells what it has. */
export function afterOpinions(state: LaneWork) {
  if (state.job.until === 'judged') return laneOver({ is: 'judged', saved: savedWorkOf(state), issues: state.issues });
  return state.job.documents ? ({ ...laneWork(state), at: 'documenting' } as const) : toSyncing(state);
}
export const toSyncing = (state: LaneWork) => ({ ...laneWork(state), at: 'syncing' }) as const;

/** What would be merged, with everything that others merged in it, is held to all of them once more. */
export function toMergedChecks(state: LaneWork) {
  const left = [...state.job.checks, ...state.brief.commands];
  return left.length > 0 ? checking(state, 'brought', left) : toLanding(state);
}
/** What was proved is merged, or kept on its branch. */
export const toLanding = (state: LaneWork) =>
  ({ ...laneWork(state), at: state.job.onPass === undefined ? 'publishing' : 'keeping' }) as const;

/** Where a stage leads when everything is green. */
export function afterGreenStage(state: LaneWork, stage: Stage, printed: readonly CommandOutput[] = []) {
  switch (stage) {
    case 'built':
      return afterChecks(state);
    case 'claimed':
      return afterClaims(state, printed);
    case 'brought':
      return toLanding(state);
  }
}
