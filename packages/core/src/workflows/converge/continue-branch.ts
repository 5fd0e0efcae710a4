/** Continues a finished branch: repairs findings, or merges its base. A merge without conflict needs no agent. */
import { nextCheck, nextCheckStep } from '../../checks/check-round.ts';
import { continueLane, readChange } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { defineStep } from '../../machine/machine.ts';
import {
  type ConvergeJob,
  type ConvergeRepair,
  type ConvergeState,
  checkedWork,
  laneInstallation,
  type Pass,
  passState,
  toGiveUp,
  toNextPass,
  toRepair,
} from './job.ts';

const step = defineStep<ConvergeState>();

/** After green checks; a configured end-to-end run is repeated too (D-36). */
const afterChecks = (state: Parameters<typeof passState>[0]) => {
  const { e2e } = state.job;
  return e2e
    ? ({ ...passState(state), at: 'e2e', e2e } as const)
    : ({ ...passState(state), at: 'committing' } as const);
};

/** After a merge of the base, the change is the difference from it. */
const basesOf = ({ trust }: ConvergeJob, mend: ConvergeRepair): Pick<Pass, 'changeBase'> =>
  trust && mend.is === 'base' ? { changeBase: mend.bring } : {};

export const continueBranchSteps = [
  step({
    at: 'continuing',
    to: ['catching-up', 'implementing', 'proving', 'e2e', 'committing', 'deciding', 'closing', 'failed'],
    needs: ({ job, mend }) => ({
      opened: act(continueLane, {
        branch: job.branch ?? `harness/${job.slug}`,
        ...laneInstallation(job),
        ...(mend.is === 'base' ? { bring: mend.bring } : {}),
      }),
    }),
    next: ({ job, mend }, { opened }) => {
      if (!opened.ok) return { at: 'failed', because: opened.failure };
      const { lane, conflicts } = opened.value;
      const checkpoint = lane.brought?.merged ?? lane.base;
      const state = {
        job,
        lane,
        checkpoint,
        passesLeft: job.passes,
        followUps: [],
        ...job.decided,
        ...basesOf(job, mend),
      };
      if (mend.is === 'findings')
        return state.passesLeft > 0
          ? { ...state, at: 'catching-up', from: job.from ?? lane.base, found: mend.findings }
          : toNextPass(state, { because: 'findings', findings: mend.findings });
      if (conflicts.length > 0) return toNextPass(state, { because: 'conflict', files: conflicts });
      return job.checks.length > 0 ? { ...state, at: 'proving', left: job.checks, red: [] } : afterChecks(state);
    },
  }),
  // The fixer did not make the change, so it gets the diff first (D-27).
  step({
    at: 'catching-up',
    to: ['checking-base', 'implementing', 'closing'],
    needs: ({ job: { at }, lane: { branch }, from }) => ({
      change: act(readChange, { branch, base: from, ...(at === undefined ? {} : { onto: at }) }),
    }),
    next: (state, { change }) => {
      if (!change.ok) return toGiveUp(state, change.failure);
      const repair = { because: 'findings', findings: state.found } as const;
      const passesLeft = state.passesLeft - 1;
      const { diff, from } = change.value;
      const next = { ...state, passesLeft, made: diff, ...(state.job.trust ? { changeBase: from } : {}) };
      return toRepair(next, from, repair);
    },
  }),
  step({
    at: 'proving',
    to: ['proving', 'e2e', 'committing', 'implementing', 'deciding', 'closing'],
    needs: (state) => ({ report: nextCheck(state.job, checkedWork(state), state.left) }),
    next: (state, { report }) => {
      const round = nextCheckStep(state, report);
      if (!round.ok) return toGiveUp(state, round.failure);
      const { left, red } = round.value;
      if (left.length > 0) return { ...state, left, red };
      return red.length === 0 ? afterChecks(state) : toNextPass(state, { because: 'checks', red });
    },
  }),
];
