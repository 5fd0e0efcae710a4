/** The first half of a lane: the feature is briefed, built in its own folder, saved, and checked by the harness. */

import type { RedCheck } from '../../../checks/check-round.ts';
import { nextCheck, nextCheckStep } from '../../../checks/check-round.ts';
import { agent } from '../../../effects/agent.ts';
import type { CheckReport } from '../../../effects/check.ts';
import { briefFeature } from '../../../effects/features.ts';
import { act } from '../../../effects/operation.ts';
import { type Failure, failures, type Outcome } from '../../../failure/failure.ts';
import { stepsOf } from '../../../machine/machine.ts';
import type { CommandOutput } from '../roles/validator.ts';
import { type WorkerReason, worker } from '../roles/worker.ts';
import { type LaneState, laneBroken, laneOver, laneSetback, laneWork, type Stage, savedWorkOf } from './job.ts';
import { laneWorkplace, openLaneEffect, saveLaneEffect } from './lane-effects.ts';
import { afterGreenStage, afterOpinions, toClaimChecks, toInspection } from './transitions.ts';

const step = stepsOf<LaneState>();

/** Others may merge something that conflicts; a lane that comes too late so often is for the mission to decide about. */
const repairs = 2;
const landings = 5;

type Checking = Extract<LaneState, { at: 'checking' }>;

export const buildSteps = [
  step({
    at: 'briefing',
    to: ['opening', 'over'],
    needs: ({ job: { plan, feature, setback } }) => ({ brief: act(briefFeature, { plan, feature, setback }) }),
    next: ({ job }, { brief }) =>
      brief.ok
        ? { at: 'opening', job, brief: brief.value }
        : laneOver({ is: 'broken', because: brief.failure, saved: job.saved }),
  }),
  step({
    at: 'opening',
    to: ['working', 'checking', 'validating', 'documenting', 'syncing', 'over'],
    needs: ({ job }) => ({ lane: openLaneEffect(job) }),
    next: ({ job, brief }, { lane: at }) => {
      if (!at.ok) return laneOver({ is: 'broken', because: at.failure, saved: job.saved });
      const { conflicts = [], ...lane } = at.value;
      // What was saved on another base is not what is in this lane: it would take back what others merged.
      const before = job.saved?.base === lane.base ? job.saved : null;
      const begun = {
        job,
        brief,
        lane,
        checkpoint: before?.checkpoint ?? lane.base,
        repairsLeft: repairs,
        landingsLeft: landings,
        issues: job.judged?.issues ?? [],
      };
      if (job.until === 'implemented') {
        // What it begins on does not fit together: that comes first, and is in the lane until somebody resolved it.
        const isMarked = before === null && conflicts.length > 0;
        return {
          ...begun,
          at: 'working',
          told: isMarked ? { is: 'ground', files: conflicts } : toldBy(brief.setback),
        };
      }
      if (before) return job.judged ? afterOpinions(begun) : toClaimChecks(begun);
      const left = job.checkout ? job.saved : null; // the next attempt finds it there
      return laneOver({ is: 'failing', because: 'lost', setback: null, saved: left, issues: [] });
    },
  }),
  step({
    at: 'working',
    to: ['saving', 'over'],
    needs: ({ job, brief: { task }, lane, checkpoint, told }) => ({
      worked: agent(
        worker,
        laneWorkplace({ job, lane, checkpoint }),
        {
          feature: job.feature,
          round: job.round,
          task,
          checks: job.checks,
          told,
          ruling: job.ruling,
          cwd: lane.path,
        },
        { item: job.feature },
      ),
    }),
    next: (state, { worked }) => {
      // Cut off in the checkout: what lies there is saved and checked as it is, and nobody is asked twice by itself.
      const isCutOff = !worked.ok && worked.failure.code === 'agent.aborted' && state.job.checkout !== undefined;
      if (isCutOff) return { ...laneWork(state), at: 'saving', blocked: null };
      if (!worked.ok) return laneBroken(state, worked.failure);
      return { ...laneWork(state), at: 'saving', blocked: worked.value.is === 'blocked' ? worked.value.line : null };
    },
  }),
  step({
    at: 'saving',
    to: ['scoping', 'inspecting', 'checking', 'validating', 'over'],
    needs: (state) => ({ saved: saveLaneEffect(state) }),
    next: (state, { saved: made }) => {
      if (!made.ok) return laneBroken(state, made.failure);
      const next = { ...laneWork(state), checkpoint: made.value.commit };
      if (state.blocked !== null) return laneOver({ is: 'blocked', why: state.blocked, saved: savedWorkOf(next) });
      const { touched = 0 } = made.value;
      return state.brief.files === undefined ? toInspection(next, touched) : { ...next, at: 'scoping', touched };
    },
  }),
  step({
    at: 'checking',
    to: ['checking', 'finding-proofs', 'validating', 'publishing', 'keeping', 'working', 'setting-back', 'over'],
    needs: ({ job, lane, left }) => ({ report: nextCheck(job, lane, left) }),
    next: (state, { report }) => {
      const round = nextCheckStep(state, report);
      if (!round.ok) return laneBroken(state, round.failure);
      const { left, red } = round.value;
      const printed = printedIn(state, report);
      if (left.length > 0) return { ...state, left, red, ...(printed.length > 0 ? { printed } : {}) };
      return red.length === 0 ? afterGreenStage(state, state.stage, printed) : isRed(state, red);
    },
  }),
];

/** What the command of a claim prints is evidence for who judges it: nobody has to believe that it was green. */
function printedIn({ stage, left, printed = [] }: Checking, report: Outcome<CheckReport>): readonly CommandOutput[] {
  const [command = ''] = left;
  return stage === 'claimed' && report.ok ? [...printed, { command, tail: report.value.tail }] : printed;
}

const becauseOf = { built: 'checks', claimed: 'claims', brought: 'merged-red' } as const satisfies Record<
  Stage,
  string
>;

/** What is red only together with what others merged goes back to the worker in this lane, a few times. */
function isRed(state: Checking, red: readonly RedCheck[]) {
  if (state.stage !== 'brought' || state.repairsLeft === 0) return laneSetback(state, becauseOf[state.stage], '', red);
  return { ...laneWork(state), at: 'working', repairsLeft: state.repairsLeft - 1, told: { is: 'red', red } } as const;
}

const toldBy = (setback: Extract<WorkerReason, { is: 'setback' }>['text'] | null): WorkerReason =>
  setback === null ? { is: 'new' } : { is: 'setback', text: setback };

/** Failures after which another attempt may well do better: the mission counts them and goes on (MO-03). */
const worthAnother: readonly string[] = [
  'agent.timeout',
  'agent.crash',
  'agent.network',
  'agent.overloaded',
  'agent.unknown',
  'agent.turn-limit',
  'agent.context',
  'check.timed-out',
  'check.unstartable',
  'secret.in-change',
];

export const isWorthAnother = ({ code }: Failure): boolean => code in failures && worthAnother.includes(code);
