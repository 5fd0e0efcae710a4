/** Where a lane goes on from each thing that was done in it: the order in which a feature is checked, judged and brought home. */
import type { RedCheck } from '../../../roles/implementer.ts';
import type { Printed } from '../../../roles/mission/validator.ts';
import { over, type Stage, savedIn, type Work, work } from './job.ts';

const checking = (state: Work, stage: Stage, left: readonly string[]) =>
  ({ ...work(state), at: 'checking', stage, left, red: [] as readonly RedCheck[] }) as const;

/** Whether it takes away from the tests is looked at where it touches anything that was there. */
export const inspected = (state: Work, touched: number) =>
  touched > 0 ? ({ ...work(state), at: 'inspecting' } as const) : built(state);

/** What the worker left is held to the checks of the repository; then it is built, or goes on to be judged. */
export const built = (state: Work) =>
  state.job.checks.length > 0 ? checking(state, 'built', state.job.checks) : afterBuild(state);
/** What is green may still test nothing: new tests are held against the base. */
const afterChecks = (state: Work) =>
  state.job.proof ? ({ ...work(state), at: 'finding-proofs' } as const) : afterBuild(state);
export const afterBuild = (state: Work) =>
  state.job.until === 'implemented' ? over({ is: 'implemented', saved: savedIn(state) }) : claimed(state);

/** The commands that claims name are run before anybody is asked to judge. */
export const claimed = (state: Work) =>
  state.brief.commands.length > 0 ? checking(state, 'claimed', state.brief.commands) : afterClaims(state);
const afterClaims = (state: Work, printed: readonly Printed[] = []) =>
  ({ ...work(state), at: 'validating', ...(printed.length > 0 ? { printed } : {}) }) as const;

/** Who else is asked about what the validator passed; then it is brought together with the base. */
export const passedVerdict = (state: Work) =>
  state.job.uiQa ? ({ ...work(state), at: 'looking-at-ui' } as const) : afterUi(state);
export const afterUi = (state: Work) =>
  state.job.crosscheck ? ({ ...work(state), at: 'crosschecking' } as const) : afterOpinions(state);
/** Everybody let it through. One among rivals stops here, and tells what it has. */
export function afterOpinions(state: Work) {
  if (state.job.until === 'judged') return over({ is: 'judged', saved: savedIn(state), issues: state.issues });
  return state.job.documents ? ({ ...work(state), at: 'documenting' } as const) : syncing(state);
}
export const syncing = (state: Work) => ({ ...work(state), at: 'syncing' }) as const;

/** What would be merged, with everything that others merged in it, is held to all of them once more. */
export function brought(state: Work) {
  const left = [...state.job.checks, ...state.brief.commands];
  return left.length > 0 ? checking(state, 'brought', left) : landing(state);
}
/** What was proved is merged, or kept on its branch. */
export const landing = (state: Work) =>
  ({ ...work(state), at: state.job.onPass === undefined ? 'publishing' : 'keeping' }) as const;

/** Where a stage leads when everything is green. */
export function green(state: Work, stage: Stage, printed: readonly Printed[] = []) {
  switch (stage) {
    case 'built':
      return afterChecks(state);
    case 'claimed':
      return afterClaims(state, printed);
    case 'brought':
      return landing(state);
  }
}
