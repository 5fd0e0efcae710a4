/** The first half of a lane: briefs the feature, builds it in its own folder, saves it, and runs the checks. */

import type { RedCheck } from '../../../checks/check-round.ts';
import { nextCheck, nextCheckStep } from '../../../checks/check-round.ts';
import { agent } from '../../../effects/agent.ts';
import type { CheckReport } from '../../../effects/check.ts';
import { briefFeature, type FeatureBrief } from '../../../effects/features.ts';
import type { OpenedLane } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { type Failure, failures, type Outcome } from '../../../failure/failure.ts';
import { defineStep } from '../../../machine/machine.ts';
import { withoutConsent } from '../../../test-guard/consent.ts';
import type { CommandOutput } from '../roles/validator.ts';
import { type WorkerReason, worker } from '../roles/worker.ts';
import { toFirstWork } from './acceptance.ts';
import {
  type CheckStage,
  type LaneJob,
  type LaneState,
  laneBroken,
  laneOver,
  laneSetback,
  laneWork,
  savedWorkOf,
  type WorkerCall,
} from './job.ts';
import { laneWorkplace, openLaneEffect, saveLaneEffect } from './lane-effects.ts';
import { afterGreenStage, afterOpinions, laneCheckedWork, toClaimChecks, toInspection } from './transitions.ts';

const step = defineStep<LaneState>();

/** Limits for conflicts with other merges; after them the mission decides about the feature. */
const maxRepairs = 2;
const maxLandings = 5;

type Checking = Extract<LaneState, { at: 'checking' }>;

export const buildSteps = [
  step({
    at: 'briefing',
    to: ['opening', 'accepting', 'freezing', 'working', 'checking', 'validating', 'documenting', 'syncing', 'over'],
    needs: ({ job }) => ({
      brief: act(briefFeature, { plan: job.plan, feature: job.feature, setback: job.setback }),
      ...openMeanwhile(job),
    }),
    next: ({ job }, { brief, lane: opened }) => {
      if (brief.ok) return opened ? afterOpening(job, brief.value, opened) : { at: 'opening', job, brief: brief.value };
      // The mission closes an open lane by its work.
      const saved = job.saved ?? (opened?.ok ? { base: opened.value.base, checkpoint: opened.value.base } : null);
      return laneOver({ is: 'broken', because: brief.failure, saved });
    },
  }),
  step({
    at: 'opening',
    to: ['accepting', 'freezing', 'working', 'checking', 'validating', 'documenting', 'syncing', 'over'],
    needs: ({ job }) => ({ lane: openLaneEffect(job) }),
    next: ({ job, brief }, { lane: opened }) => afterOpening(job, brief, opened),
  }),
  step({
    at: 'working',
    to: ['saving', 'over'],
    needs: ({ job, brief: { task }, lane, checkpoint, told, frozen }) => ({
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
          ...(frozen ? { frozen: frozen.files } : {}),
        },
        { item: job.feature },
      ),
    }),
    next: (state, { worked }) => {
      // Interrupted in the checkout: the files are never reset, and they decide whether the call is repeated.
      const isInterrupted = !worked.ok && worked.failure.code === 'agent.aborted' && state.job.checkout !== undefined;
      if (isInterrupted) return { ...laneWork(state), at: 'saving', blocked: null, interrupted: workerCall(state) };
      if (!worked.ok) return laneBroken(state, worked.failure);
      return { ...laneWork(state), at: 'saving', blocked: worked.value.is === 'blocked' ? worked.value.line : null };
    },
  }),
  step({
    at: 'saving',
    to: ['working', 'scoping', 'inspecting', 'checking', 'witnessing', 'validating', 'over'],
    needs: (state) => ({ saved: saveLaneEffect(state) }),
    next: (state, { saved: made }) => {
      if (!made.ok) return laneBroken(state, made.failure);
      // Decision 18: a call that wrote nothing is repeated; a part of its work is checked and judged as it is.
      if (state.interrupted && made.value.isUnchanged)
        return { ...laneWork(state), at: 'working', ...workerCall(state.interrupted) };
      const next = { ...laneWork(state), checkpoint: made.value.commit };
      if (state.blocked !== null) return laneOver({ is: 'blocked', why: state.blocked, saved: savedWorkOf(next) });
      const { touched = 0 } = made.value;
      return state.brief.files === undefined ? toInspection(next, touched) : { ...next, at: 'scoping', touched };
    },
  }),
  step({
    at: 'checking',
    to: [
      'checking',
      'asking-tests',
      'witnessing',
      'validating',
      'smoking',
      'publishing',
      'keeping',
      'working',
      'asking-acceptance',
      'setting-back',
      'over',
    ],
    needs: (state) => ({ report: nextCheck(state.job, laneCheckedWork(state), state.left) }),
    next: (state, { report }) => {
      const round = nextCheckStep(state, report);
      if (!round.ok) return laneBroken(state, round.failure);
      const { left, red, lost } = round.value;
      const printed = printedIn(state, report);
      if (left.length > 0)
        return { ...state, left, red, ...(lost ? { lost } : {}), ...(printed.length > 0 ? { printed } : {}) };
      if (red.length > 0) return afterRedChecks(state, red);
      const weakened = withoutConsent(lost ?? [], state.allowed);
      if (weakened.length > 0) return { ...laneWork(state), at: 'asking-tests', weakened };
      return afterGreenStage(state, state.stage, printed);
    },
  }),
];

/** Work that was saved on another base would revert later merges, so it is not reused. */
function afterOpening(job: LaneJob, brief: FeatureBrief, at: Outcome<OpenedLane>) {
  if (!at.ok) return laneOver({ is: 'broken', because: at.failure, saved: job.saved });
  const { conflicts = [], files, ...lane } = at.value;
  const reusable = job.saved?.base === lane.base ? job.saved : null;
  const work = {
    job,
    brief,
    lane,
    checkpoint: reusable?.checkpoint ?? lane.base,
    repairsLeft: maxRepairs,
    landingsLeft: maxLandings,
    issues: job.judged?.issues ?? [],
    ...(reusable?.unwitnessed ? { unwitnessed: reusable.unwitnessed } : {}),
    ...(job.saved?.frozen ? { frozen: job.saved.frozen } : {}),
  };
  if (job.until === 'implemented') {
    // The stacked base has conflicts: the worker must resolve them first.
    const hasConflicts = reusable === null && conflicts.length > 0;
    const told: WorkerReason = hasConflicts ? { is: 'ground', files: conflicts } : reasonFrom(brief.setback);
    const first = toFirstWork(work, told, reusable !== null);
    // Files without a checkpoint are saved with the acceptance tests.
    return files === undefined || first.at !== 'working' ? first : { ...first, before: files };
  }
  if (reusable) return job.judged ? afterOpinions(work) : toClaimChecks(work);
  const left = job.checkout ? job.saved : null; // the next attempt finds it in the checkout
  return laneOver({ is: 'failing', because: 'lost', setback: null, saved: left, issues: [] });
}

const openMeanwhile = (job: LaneJob) => (job.atOnce ? { lane: openLaneEffect(job) } : {});

/** Output of claim commands is evidence for the validator, who need not trust the exit code. */
function printedIn({ stage, left, printed = [] }: Checking, report: Outcome<CheckReport>): readonly CommandOutput[] {
  const [command = ''] = left;
  return stage === 'claimed' && report.ok ? [...printed, { command, tail: report.value.tail }] : printed;
}

const failureReasons = { built: 'checks', claimed: 'claims', brought: 'merged-red' } as const satisfies Record<
  CheckStage,
  string
>;

/**
 * A check that is red only after merging the base goes back to the worker in this lane, a few times. Work that fails its
 * checks again may be right, and the acceptance tests of another role wrong: a person decides.
 */
function afterRedChecks(state: Checking, red: readonly RedCheck[]) {
  const { frozen } = state;
  if (state.stage === 'built' && frozen && frozen.files.length > 0 && state.job.round > 1)
    return { ...laneWork(state), at: 'asking-acceptance', frozen, red } as const;
  if (state.stage !== 'brought' || state.repairsLeft === 0)
    return laneSetback(state, failureReasons[state.stage], '', red);
  return { ...laneWork(state), at: 'working', repairsLeft: state.repairsLeft - 1, told: { is: 'red', red } } as const;
}

const workerCall = ({ told, before }: WorkerCall): WorkerCall => ({
  told,
  ...(before === undefined ? {} : { before }),
});

const reasonFrom = (setback: Extract<WorkerReason, { is: 'setback' }>['text'] | null): WorkerReason =>
  setback === null ? { is: 'new' } : { is: 'setback', text: setback };

/** Failures after which another attempt may succeed: the mission counts them and continues (MO-03). */
const retryableCodes: readonly string[] = [
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
  'secret.shaped',
];

export const isRetryable = ({ code }: Failure): boolean => code in failures && retryableCodes.includes(code);
