/**
 * The loop of a mission (M-08 to M-16): one decision per iteration, by the rules or the orchestrator; lanes are child runs.
 *
 *   N1. Only the loop counts attempts and writes statuses; a lane only reports (MO-13).
 *   N2. A feature is never in two lanes, and never starts before its dependencies have passed.
 *   N3. Lanes never move in waves: the loop handles each lane as soon as it ends.
 */
import { agent } from '../../effects/agent.ts';
import { anyChild } from '../../effects/any-child.ts';
import { convertIssues } from '../../effects/features.ts';
import { first } from '../../effects/first.ts';
import { act } from '../../effects/operation.ts';
import { defineStep } from '../../machine/machine.ts';
import { briefFailing, callAboutFailing, featureToDebug } from './debug.ts';
import { type Decision, decideByRules } from './decide.ts';
import { applyLaneResult, endingOf } from './lane-result.ts';
import { featureToOffer } from './offer.ts';
import { refuseDecision } from './orchestrator-answer.ts';
import { loopSignals, toPlanEditCheck, toSettlingEdit } from './plan-edit.ts';
import { missionArchitect } from './roles/architect.ts';
import { orchestrator } from './roles/orchestrator.ts';
import { isSmokeDue, toFinish } from './smoke.ts';
import { startFeature } from './start-feature.ts';
import {
  board,
  closeMerged,
  featureOf,
  type LoopState,
  loopState,
  type Mission,
  toDraining,
  withFeature,
  withoutMerged,
} from './state.ts';

const step = defineStep<Mission>();

export const loopSteps = [
  step({
    at: 'deciding',
    to: [
      'asking-edit',
      'taking-edit',
      'overwriting',
      'starting',
      'waiting',
      'consulting',
      'converting',
      'firing',
      'opening-smoke',
      'pushing',
      'briefing-debugger',
      'closing-lane',
      'deciding',
      'draining',
    ],
    needs: (state) => (isOrchestratorDue(state) ? { claim: callOrchestrator(state) } : {}),
    next: (state, { claim }) => {
      const due = dueBeforeDecision(state);
      if (due) return due;
      if (claim && !claim.ok) return toDraining(state, endingOf(claim.failure));
      const [claimed, ...later] = claim?.value ?? state.queue;
      const rule = claimed ?? decideByRules(board(state));
      if (rule.verb === 'WAIT') return { ...loopState(state), at: 'waiting' };
      const refused = claimed ? refuseDecision(claimed, board(state)) : undefined;
      return refused === undefined
        ? enact(spendIteration(state, rule, false, later), rule)
        : refuseClaim(state, rule, refused);
    },
  }),
  step({
    at: 'starting',
    to: ['deciding'],
    needs: (state) => ({ [state.feature]: startFeature(state) }),
    next: (state, answers) => {
      const child = answers[state.feature] ?? '';
      const lanes = [...state.lanes, { feature: state.feature, child }];
      return {
        ...loopState(state),
        lanes,
        ...(state.job.checkout ? { inCheckout: state.feature } : {}),
        at: 'deciding',
      };
    },
  }),
  step({
    at: 'waiting',
    to: ['deciding', 'looking-at-edit', 'firing', 'draining'],
    needs: (state) => {
      const back = anyChild(state.lanes.map(({ child }) => child));
      const comes = state.job.hears ? { came: first({ ended: back, ...loopSignals(state) }) } : { ended: back };
      return { ...comes, ...closeMerged(state) };
    },
    next: (waiting, { ended: called, came }) => {
      const state = withoutMerged(waiting);
      if (came?.of === 'edited') return { ...loopState(state), at: 'looking-at-edit' };
      if (came?.of === 'wanted') return { ...loopState(state), at: 'firing', name: came.value };
      const back = came ? came.value : called;
      if (back === undefined) throw new Error('A mission waited, and no lane came back');
      const { loop: after, ending } = applyLaneResult(state, back);
      return ending ? toDraining(after, ending) : toPlanEditCheck(after, state);
    },
  }),
  step({
    at: 'closing-lane',
    to: ['deciding'],
    needs: closeMerged,
    next: (state) => ({ ...withoutMerged(state), at: 'deciding' }),
  }),
  step({
    at: 'consulting',
    to: ['architecting', 'draining'],
    needs: (state) => ({ brief: briefFailing(state) }),
    next: (state, { brief }) =>
      brief.ok
        ? { ...loopState(state), at: 'architecting', feature: state.feature, brief: brief.value }
        : toDraining(state, endingOf(brief.failure)),
  }),
  step({
    at: 'architecting',
    to: ['deciding', 'draining'],
    needs: (state) => ({ ruling: callAboutFailing(missionArchitect, state) }),
    // MO-22: starts over with the ruling, or is blocked until a person decides.
    next: (state, { ruling }) => {
      if (!ruling.ok) return toDraining(state, endingOf(ruling.failure));
      const { is, said } = ruling.value;
      const to =
        is === 'PATCH'
          ? ({ status: 'todo', attempts: 0, architected: true, ruling: said } as const)
          : ({ status: 'blocked', architected: true, why: said } as const);
      return { ...withFeature(state, state.feature, to), at: 'deciding' };
    },
  }),
  step({
    at: 'converting',
    to: ['deciding', 'draining'],
    needs: ({ plan, issues }) => ({ converted: act(convertIssues, { plan, issues }) }),
    next: (state, { converted }) => {
      if (!converted.ok) return toDraining(state, endingOf(converted.failure));
      const { plan, features } = converted.value;
      const fresh = features.filter(({ id }) => !state.features.some((known) => known.id === id));
      return { ...loopState(state), plan, features: [...state.features, ...fresh], issues: [], at: 'deciding' };
    },
  }),
];

/** Work to do before the next decision, in this order; `undefined` if a decision is due. */
function dueBeforeDecision(state: LoopState) {
  if (state.edited && state.lanes.length > 0) return { ...loopState(state), at: 'waiting' } as const;
  if (state.edited) return toSettlingEdit(state, state.edited);
  if (isMergedReopened(state)) return { ...loopState(state), at: 'closing-lane' } as const;
  if (state.iterationsLeft === 0) return toDraining(state, { is: 'limit-reached' });
  if (isSmokeDue(state)) return { ...loopState(state), at: 'opening-smoke', gate: 'feature' } as const;
  const unoffered = featureToOffer(state);
  if (unoffered !== undefined) return { ...loopState(state), at: 'pushing', feature: unoffered } as const;
  const failing = featureToDebug(state);
  return failing === undefined
    ? undefined
    : ({ ...loopState(state), at: 'briefing-debugger', feature: failing } as const);
}

/** A feature that is built again gets a lane of the same name. */
const isMergedReopened = ({ merged, features }: LoopState): boolean =>
  merged !== undefined && features.some(({ id, status }) => merged.path.endsWith(`/${id}`) && status !== 'passed');

/** Calls the orchestrator only if there is a decision to make, not while all lanes are busy. */
const isOrchestratorDue = (state: LoopState) =>
  dueBeforeDecision(state) === undefined &&
  state.job.decide === 'agent' &&
  state.queue.length === 0 &&
  decideByRules(board(state)).verb !== 'WAIT';

const callOrchestrator = (state: LoopState) =>
  agent(
    orchestrator,
    { cwd: '.', checkpoint: null },
    { board: board(state), iteration: iterationOf(state), refused: state.refused },
  );

const iterationOf = ({ job, iterationsLeft }: LoopState) => Math.max(0, job.iterations - iterationsLeft) + 1;

const spendIteration = (
  state: LoopState,
  decision: Decision,
  isGhost: boolean,
  queue: readonly Decision[],
): LoopState => ({
  ...loopState(state),
  iterationsLeft: state.iterationsLeft - 1,
  queue,
  refused: '',
  decided: {
    iteration: iterationOf(state),
    verb: decision.verb,
    ghost: isGhost,
    argument: 'feature' in decision ? decision.feature : argumentOf(decision),
  },
});

const argumentOf = (decision: Exclude<Decision, { feature: string }>) => {
  if (decision.verb === 'CHECKPOINT') return decision.name;
  return decision.verb === 'ESCALATE' ? decision.reason : '';
};

/** A false claim costs an iteration, and the orchestrator gets the reason. */
const refuseClaim = (state: LoopState, decision: Decision, refused: string) =>
  ({ ...spendIteration(state, decision, true, []), refused, at: 'deciding' }) as const;

function enact(state: LoopState, decision: Decision) {
  switch (decision.verb) {
    case 'DONE':
      return toFinish(state);
    case 'ESCALATE':
      return toDraining(state, { is: 'escalated', reason: decision.reason });
    case 'CONVERTED':
      return { ...state, at: 'converting' } as const;
    case 'CHECKPOINT':
      return { ...state, at: 'firing', name: decision.name } as const;
    case 'NEXT_ARCHITECT':
      return { ...state, at: 'consulting', feature: decision.feature } as const;
    case 'NEXT_VALIDATOR':
      return { ...state, at: 'starting', feature: decision.feature, until: 'merged' } as const;
    case 'NEXT_WORKER': {
      const { feature } = decision;
      const attempts = featureOf(state, feature).attempts + 1;
      const started = withFeature(state, feature, { status: 'in_progress', attempts, why: undefined });
      return { ...started, at: 'starting', feature, until: 'implemented' } as const;
    }
  }
}
