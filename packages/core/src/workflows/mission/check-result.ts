/**
 * Runs the checks on the base after the last merge, in a fresh clean room: a mission that merged is done only if they are green.
 *
 *   D1. Red checks escalate the mission; a resume runs them again.
 *   D2. If features are not merged, the base is not its result, and nothing is checked.
 */
import { nextCheck, nextCheckStep, type RedCheck } from '../../checks/check-round.ts';
import { readChange } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { defineStep } from '../../machine/machine.ts';
import { formatReason } from '../../mission/escalation-reason.ts';
import { roomPath } from './base.ts';
import { endingFromResult } from './lane-result.ts';
import { hasMemory, startCuration } from './remember.ts';
import { type LoopState, loopState, type Mission, toDraining } from './state.ts';

const step = defineStep<Mission>();

type Checking = Extract<Mission, { at: 'checking-result' }>;

export const resultSteps = [
  step({
    at: 'finding-base',
    to: ['checking-result', 'draining'],
    needs: ({ job: { base } }) => ({ change: act(readChange, { branch: base, base }) }), // only the newest commit
    next: (state, { change }) => {
      if (!change.ok) return toDraining(state, endingFromResult(state, change.failure));
      const { isDocumented, job } = state;
      const { head } = change.value;
      return { ...loopState(state), at: 'checking-result', head, left: job.checks, red: [], isDocumented };
    },
  }),
  step({
    at: 'checking-result',
    to: ['checking-result', 'curating', 'closing', 'noting', 'draining'],
    needs: ({ job, head, left }) => ({ report: nextCheck(job, resultOf(job, head), left) }),
    next: (state, { report }) => {
      const round = nextCheckStep(state, report);
      if (!round.ok) return toDraining(state, endingFromResult(state, round.failure));
      const { left, red } = round.value;
      if (left.length > 0) return { ...state, left, red };
      return red.length > 0 ? toRedResult(state, red) : afterGreenResult(state);
    },
  }),
];

const resultOf = ({ checkout, checks }: LoopState['job'], commit: string) => ({
  path: checkout ? '.' : roomPath,
  commit,
  all: checks,
});

/** D1 */
function toRedResult(state: Checking, red: readonly RedCheck[]) {
  const reason = formatReason('red-base', red.map(({ command }) => command).join(','));
  return { ...loopState(state), at: 'noting', ending: { is: 'escalated', reason } } as const;
}

const afterGreenResult = (state: Checking) =>
  state.isDocumented ? ({ ...loopState(state), at: 'closing', ending: { is: 'done' } } as const) : finishDone(state);

/** D2; a mission that merged nothing says nothing about the base. */
export function toResultChecks(state: LoopState) {
  const { job, features } = state;
  const isDue = job.finalChecks === true && job.onPass === undefined && job.checks.length > 0;
  const hasMerged = features.some(({ commit }) => commit !== undefined);
  return isDue && hasMerged
    ? ({ ...loopState(state), at: 'finding-base', isDocumented: false } as const)
    : finishDone(state);
}

function finishDone(state: LoopState) {
  const ending = { is: 'done' } as const;
  return hasMemory(state) ? startCuration(state, ending) : ({ ...loopState(state), at: 'closing', ending } as const);
}
