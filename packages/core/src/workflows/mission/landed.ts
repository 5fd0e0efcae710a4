/** What the loop makes of a lane that has come back (N1): statuses are written here and nowhere else. */
import type { Called } from '../../effects/call.ts';
import type { Failure } from '../../failure.ts';
import { type Issue, isPromoted } from '../../mission/issue.ts';
import { reasonOf } from '../../mission/reason.ts';
import type { Contested, Passed } from './competition/job.ts';
import { isWorthAnother } from './lane/build.ts';
import { changed, type Ending, type Loop, loop } from './state.ts';

interface Landed {
  readonly loop: Loop;
  /** What it means for the whole mission, if it means anything. */
  readonly ending: Ending | null;
}

export function landed(state: Loop, { child, result }: Called<Contested>): Landed {
  const feature = state.lanes.find((lane) => lane.child === child)?.feature ?? '';
  const rest = { ...loop(state), lanes: state.lanes.filter((lane) => lane.child !== child) };
  if (result === null) return on(changed(rest, feature, { status: 'failing', why: 'interrupted' }));
  const { rivals } = result;
  switch (result.is) {
    case 'implemented':
    case 'judged':
      return on(changed(rest, feature, { status: 'validating', saved: result.saved, why: undefined, rivals }));
    case 'passed':
      return on(filed(passed(rest, feature, result), result.issues));
    case 'failing': {
      const { saved, setback, because, issues } = result;
      const kept = { saved: saved ?? undefined, setback: setback ?? undefined, rivals };
      const to = { status: 'failing', ...kept, why: because } as const;
      return on(filed(changed(rest, feature, to), issues));
    }
    case 'blocked':
      return on(
        changed(rest, feature, { status: 'blocked', why: result.why, saved: result.saved ?? undefined, rivals }),
      );
    case 'stopped':
      return { loop: changed(rest, feature, { status: 'failing', why: 'tests', rivals }), ending: { is: 'stopped' } };
    case 'broken': {
      const { because, saved } = result;
      const to = { status: 'failing', saved: saved ?? undefined, why: because.code, rivals } as const;
      return { loop: changed(rest, feature, to), ending: isWorthAnother(because) ? null : endingIn(state, because) };
    }
  }
}

/** A cap stops the mission where it can be led on; what else cannot be repaired by trying again ends it. */
export const endingOf = (because: Failure): Ending =>
  because.code === 'budget.cap-reached' || because.code === 'agent.budget'
    ? { is: 'capped', because }
    : { is: 'failed', because };

/** What a person can put right, and then lead it on: that is no failure of the work. */
export function endingIn({ job }: Loop, because: Failure): Ending {
  const { code, params } = because;
  if (job.checkout && code === 'git.branch-moved')
    return { is: 'escalated', reason: reasonOf('checkout', String(params['found'] ?? '')) };
  if (code === 'dependencies.failed')
    return { is: 'escalated', reason: reasonOf('dependencies', String(params['command'] ?? '')) };
  return endingOf(because);
}

const on = (state: Loop): Landed => ({ loop: state, ending: null });

const passed = (state: Loop, feature: string, { commit, branch }: Passed): Loop => ({
  ...changed(state, feature, {
    ...{ status: 'passed', saved: undefined, setback: undefined, ruling: undefined, why: undefined, rivals: undefined },
    ...(state.job.onPass ? { ...(commit === null ? {} : { commit, branch }) } : { commit: commit ?? undefined }),
  }),
  ...(state.job.smoke ? { lastPassed: { feature, isSmoked: false } } : {}),
});

const filed = (state: Loop, issues: readonly Issue[]): Loop => ({
  ...state,
  issues: [...state.issues, ...issues.filter(isPromoted)],
});
