/** The mission machine: turns a spec into features, builds them in parallel lanes, decides, counts and ends. */
import { closeLane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { defineMachine } from '../../machine/machine.ts';
import { missionBaseSteps } from './base.ts';
import { resultSteps } from './check-result.ts';
import { checkpointSteps, withdrawCheckpoint } from './checkpoint.ts';
import { debugSteps } from './debug.ts';
import { documentSteps } from './document.ts';
import { closeKeptLanes, finishSteps } from './finish.ts';
import type { MissionJob } from './job.ts';
import { loopSteps } from './loop.ts';
import { offerSteps } from './offer.ts';
import { planSteps } from './plan.ts';
import { applyMissionChanges, editSteps } from './plan-edit.ts';
import { rememberSteps } from './remember.ts';
import { smokeSteps } from './smoke.ts';
import { type Mission, type MissionResult, parkedEnding } from './state.ts';
import { claimSteps } from './try-claims.ts';

export type { Mission, MissionJob, MissionResult };

export const mission = defineMachine<MissionJob, Mission, MissionResult>()({
  id: 'mission',
  version: 1,
  start: (job) => ({ at: 'looking', job }),
  steps: [
    ...planSteps,
    ...claimSteps,
    ...missionBaseSteps,
    ...checkpointSteps,
    ...loopSteps,
    ...debugSteps,
    ...smokeSteps,
    ...offerSteps,
    ...editSteps,
    ...finishSteps,
    ...resultSteps,
    ...rememberSteps,
    ...documentSteps,
  ],
  ends: { done: 'done', stopped: 'stopped', rejected: 'rejected', nothing: 'nothing-planned', failed: 'by-failure' },
  adjust: applyMissionChanges,
  rests: (state) => parkedEnding(state)?.is ?? null,
  release: (state) => {
    if (state.at === 'opening-plan' || state.at === 'opening-pages') return { closed: act(closeLane, { lane: null }) };
    if (state.at === 'planning' || state.at === 'trying-claims' || state.at === 'closing-plan')
      return { closed: act(closeLane, { lane: state.lane }) };
    if ('pages' in state) return { closed: act(closeLane, { lane: state.pages }) };
    if (state.at === 'opening-smoke') return { closed: act(closeLane, { lane: null }), ...closeKeptLanes(state) };
    if (state.at === 'smoking' || state.at === 'closing-smoke')
      return { closed: act(closeLane, { lane: state.lane }), ...closeKeptLanes(state) };
    if (state.at === 'firing' || state.at === 'holding' || state.at === 'held')
      return { note: withdrawCheckpoint(state.name), ...closeKeptLanes(state) };
    return 'lanes' in state ? closeKeptLanes(state) : {};
  },
  result: (state) => state,
  results: [
    { at: 'done', features: [] },
    { at: 'stopped', features: [] },
    { at: 'rejected', reason: 'the plan was rejected' },
    { at: 'nothing' },
    { at: 'failed', because: { code: 'agent.schema', params: {} }, features: [] },
  ],
});
