/** Starts a mission: uses an existing plan, or lets the planner write one and the plan reviewer challenge it (M-01 to M-06). */
import { agent } from '../../effects/agent.ts';
import { type KeptUserFiles, keepUserFiles } from '../../effects/checkout.ts';
import { adoptPlan, findMissionPlan, type ImportedPlan, type PlanLookup, writeNote } from '../../effects/features.ts';
import { closeLane, openLane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { signal } from '../../effects/signal.ts';
import type { Failure, Outcome } from '../../failure/failure.ts';
import { defineStep, type Effect } from '../../machine/machine.ts';
import { type MissionPlan, markGreenOnBase } from '../../mission/plan.ts';
import { enterLoop, reenterLoop } from './checkpoint.ts';
import type { MissionJob } from './job.ts';
import type { CheckoutOptions } from './lane/job.ts';
import { endingOf } from './lane-result.ts';
import { planFiles, planReviewer } from './roles/plan-reviewer.ts';
import { missionPlanner } from './roles/planner.ts';
import type { LoopState, Mission, MissionPlanningState } from './state.ts';
import { toClaims } from './try-claims.ts';

const step = defineStep<Mission>();

/** In the checkout, no agent works before the user's own files are kept. */
const keepNeed = (checkout: CheckoutOptions | undefined) =>
  (checkout?.keeps ? { kept: act(keepUserFiles, { hasGit: true }) } : {}) as { readonly kept: Effect<KeptUserFiles> };

export const planSteps = [
  step({
    at: 'looking', // M-02: the planner runs only if there are no features yet
    to: ['checking-base', 'opening-plan', 'reviewing-plan', 'firing', 'deciding', 'nothing', 'failed'],
    needs: ({ job: { spec, memory, prompts, checkout, reviews } }) => ({
      looked: act(findMissionPlan, {
        spec,
        ...memory,
        ...(prompts ? { prompts } : {}),
        ...(reviews ? { reviews } : {}),
      }),
      ...keepNeed(checkout),
    }),
    next: ({ job: given }, { looked, kept }) => {
      if (!looked.ok) return toFailed(looked.failure);
      const files = kept as Outcome<KeptUserFiles> | undefined; // absent in old runs
      if (files && !files.ok) return toFailed(files.failure);
      const job: MissionJob = files ? { ...given, userFiles: files.value } : given;
      const isChecked = job.baseline === true && job.checks.length > 0;
      return isChecked ? { at: 'checking-base', job, looked: looked.value } : afterLook(job, looked.value);
    },
  }),
  step({
    at: 'opening-plan',
    to: ['planning', 'failed'],
    needs: ({ job: { base } }) => ({ lane: act(openLane, { slug: 'plan', from: base }) }),
    next: (state, { lane }) =>
      lane.ok ? { ...planFields(state), at: 'planning', lane: lane.value } : toFailed(lane.failure),
  }),
  step({
    at: 'planning', // in a temporary lane: other files are discarded
    to: ['trying-claims', 'closing-plan'],
    needs: ({ job, spec, lane, repair }) => ({
      planned: agent(
        missionPlanner,
        { cwd: lane.path, checkpoint: lane.base },
        { spec_path: job.spec, spec, cwd: lane.path, ...(repair ? { repair } : {}) },
      ),
    }),
    next: (state, { planned }) => {
      if (planned.ok) return toClaims(state, planned.value);
      const { lane, repair } = state;
      const first = repair ? markGreenOnBase(repair.plan, repair.green) : planned.failure;
      return { ...planFields(state), at: 'closing-plan', lane, planned: first };
    },
  }),
  step({
    at: 'closing-plan',
    to: ['adopting', 'resting-plan', 'rejecting', 'nothing', 'failed'],
    needs: ({ lane }) => ({ closed: act(closeLane, { lane }) }),
    next: (state) => {
      const { planned } = state;
      if (isPlan(planned)) return { ...planFields(state), at: 'adopting', planned };
      if (isCap(planned)) return { ...planFields(state), at: 'resting-plan', because: planned };
      if (planned.code !== 'agent.schema') return toFailed(planned);
      // After the repair turn: no plan at all, or a defective plan.
      const reason = `the plan has defects: ${planned.params['reason'] ?? ''}`;
      return planned.params['plan'] === 'defective' ? { at: 'rejecting', reason } : { at: 'nothing' };
    },
  }),
  step({
    at: 'adopting',
    to: ['reviewing-plan', 'firing', 'deciding', 'failed'],
    needs: ({ planned }) => ({ adopted: act(adoptPlan, { plan: planned }) }),
    next: ({ job, head, spec, granted }, { adopted }) => {
      if (!adopted.ok) return toFailed(adopted.failure);
      const loop = newLoop(job, adopted.value, granted);
      return job.planReviewer ? { ...loop, at: 'reviewing-plan', head, spec } : enterLoop(loop);
    },
  }),
  step({
    at: 'reviewing-plan',
    to: ['resting-review', 'rejecting', 'firing', 'looking-at-edit', 'deciding', 'failed'],
    needs: ({ spec, head }) => ({
      verdict: agent(planReviewer, { cwd: '.', checkpoint: head }, { spec, ...planFiles }),
    }),
    next: (state, { verdict }) => {
      if (!verdict.ok)
        return isCap(verdict.failure)
          ? { ...state, at: 'resting-review', because: verdict.failure }
          : toFailed(verdict.failure);
      if (verdict.value === 'reject') return { at: 'rejecting', reason: 'the plan was rejected: see plan-review.md' };
      return reenterLoop(state);
    },
  }),
  step({
    at: 'resting-plan', // parked with exit 6: after the cap is raised, a resume repeats the call
    to: ['opening-plan'],
    needs: () => ({ command: signal('command', ['resume']) }),
    next: (state) => ({ ...planFields(state), at: 'opening-plan' }),
  }),
  step({
    at: 'resting-review',
    to: ['reviewing-plan'],
    needs: () => ({ command: signal('command', ['resume']) }),
    next: ({ because: _, ...state }) => ({ ...state, at: 'reviewing-plan' }),
  }),
  step({
    at: 'rejecting',
    to: ['rejected'],
    needs: ({ reason }) => ({ noted: act(writeNote, { note: { is: 'escalation', reason, features: [] } }) }),
    next: ({ reason }) => ({ at: 'rejected', reason }),
  }),
];

export function afterLook(job: MissionJob, { found, spec, head, granted }: PlanLookup) {
  if (found) {
    const loop = newLoop(job, found, granted);
    return job.reviews ? ({ ...loop, at: 'reviewing-plan', head, spec } as const) : enterLoop(loop);
  }
  return spec === null ? ({ at: 'nothing' } as const) : ({ at: 'opening-plan', job, head, spec, granted } as const);
}

const isPlan = (planned: MissionPlan | Failure): planned is MissionPlan => 'features' in planned;

const isCap = (because: Failure) => endingOf(because).is === 'capped';

const toFailed = (because: Failure) => ({ at: 'failed', because, features: [] }) as const;

const planFields = ({ job, head, spec, granted }: MissionPlanningState): MissionPlanningState => ({
  job,
  head,
  spec,
  granted,
});

const newLoop = (job: MissionJob, { plan, features }: ImportedPlan, granted: readonly string[]): LoopState => ({
  job,
  plan,
  features,
  lanes: [],
  issues: [],
  granted,
  iterationsLeft: job.iterations,
  queue: [],
  refused: '',
  decided: null,
});
