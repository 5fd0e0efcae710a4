/**
 * The second half of a lane: an independent judgement, a merge with the base, checks, and only then the merge into the base.
 *
 *   L1. The base moves only to a tree whose checks and claims were green, with the current base merged in.
 *   L2. The worker resolves conflicts in the lane; the base never has them, and the resolved work is judged again.
 *   L3. Lanes share only the base, which moves by compare-and-swap: no lock outlives a process.
 */
import { agent } from '../../../effects/agent.ts';
import { keepSetback } from '../../../effects/features.ts';
import { closeLane } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { smokeTest } from '../../../effects/smoke.ts';
import { defineStep } from '../../../machine/machine.ts';
import { validator } from '../roles/validator.ts';
import { type LaneState, laneBroken, laneOver, laneSetback, laneWork, passedResult, savedWorkOf } from './job.ts';
import { prepareMergeEffect, publishLaneEffect, syncLaneEffect } from './lane-effects.ts';
import { afterPassedVerdict, toLanding, toMerge, toMergedChecks } from './transitions.ts';

const step = defineStep<LaneState>();

export const landSteps = [
  step({
    at: 'validating',
    to: ['looking-at-ui', 'crosschecking', 'documenting', 'syncing', 'setting-back', 'over'],
    needs: (state) => ({ ...askForVerdict(state), ...prepareMergeEffect(state, state.brief.title) }),
    next: (state, { verdict, prepared }) => {
      if (!verdict.ok) return laneBroken(state, verdict.failure);
      const { passed, issues, said } = verdict.value;
      const merge = prepared?.ok ? prepared.value.merge : null; // a failure shows again when it is merged
      const judged = {
        ...laneWork(state),
        issues: [...state.issues, ...issues],
        ...(merge === null ? {} : { prepared: merge }),
      };
      return passed ? afterPassedVerdict(judged) : laneSetback(judged, 'validator', said);
    },
  }),
  step({
    at: 'syncing',
    to: ['smoking', 'publishing', 'keeping', 'checking', 'working', 'setting-back', 'over'],
    needs: (state) => ({ synced: syncLaneEffect(state) }),
    next: (state, { synced: now }) => {
      if (!now.ok) return laneBroken(state, now.failure);
      if (now.value.is === 'current') return toLanding(state);
      const { lane, checkpoint } = now.value;
      const together = { ...laneWork(state), lane, checkpoint };
      if (now.value.is === 'brought') return toMergedChecks(together);
      const { files } = now.value;
      return state.repairsLeft > 0
        ? { ...together, at: 'working', repairsLeft: state.repairsLeft - 1, told: { is: 'conflict', files } }
        : laneSetback(together, 'conflict', files.join('\n'));
    },
  }),
  step({
    at: 'smoking', // M-12: a product that fails never reaches the base
    to: ['publishing', 'keeping', 'setting-back', 'over'],
    needs: ({ job: { smoke }, lane, checkpoint }) => ({
      smoked: act(smokeTest, { cwd: lane.path, commit: checkpoint, ...(smoke ?? { waitMs: 0, urls: [] }) }),
    }),
    next: (state, { smoked }) => {
      if (!smoked.ok) return laneBroken(state, smoked.failure);
      return smoked.value.is === 'passed' ? toMerge(state) : laneSetback(state, 'smoke', smoked.value.said);
    },
  }),
  step({
    at: 'publishing',
    to: ['closing', 'syncing', 'setting-back', 'over'],
    needs: (state) => ({ done: publishLaneEffect(state, state.brief.title) }),
    next: (state, { done }) => {
      if (!done.ok) return laneBroken(state, done.failure);
      if (done.value.is === 'base-moved')
        return state.landingsLeft > 0
          ? { ...laneWork(state), at: 'syncing', landingsLeft: state.landingsLeft - 1 }
          : laneSetback(state, 'base-moves', '');
      const isMerged = done.value.is === 'published';
      const merged = isMerged ? { commit: done.value.commit, left: done.value.left } : { commit: null, left: '' };
      if (state.job.atOnce) return laneOver(passedResult(state, { ...merged, open: done.value.lane }));
      const result = passedResult(state, merged);
      if (state.job.checkout) return laneOver(result); // the checkout is not a lane to close
      return { ...laneWork(state), lane: done.value.lane, at: 'closing', result };
    },
  }),
  step({
    at: 'setting-back',
    to: ['over'],
    needs: ({ because, said, red }) => ({ kept: act(keepSetback, { because, said, red }) }),
    // M-28: the lane stays for the next attempt, even if the setback could not be written.
    next: (state, { kept }) =>
      laneOver({
        is: 'failing',
        because: state.because,
        setback: kept.ok ? kept.value.file : null,
        saved: savedWorkOf(state),
        issues: state.issues,
      }),
  }),
  step({
    at: 'closing',
    to: ['over'],
    needs: ({ lane }) => ({ closed: act(closeLane, { lane }) }),
    // The feature is merged even if the worktree could not be closed; the journal records that failure.
    next: ({ result }) => laneOver(result),
  }),
];

/** The validator sees the contract and the product, but no text of the worker or an earlier validator (C-16). */
const askForVerdict = ({ job, brief, lane, checkpoint, printed }: Extract<LaneState, { at: 'validating' }>) => ({
  verdict: agent(
    validator,
    { cwd: lane.path, checkpoint },
    {
      feature: job.feature,
      round: job.round,
      task: brief.task,
      ...(brief.claims === undefined ? {} : { claims: brief.claims }),
      green: [...job.checks, ...brief.commands],
      cwd: lane.path,
      ...(printed ? { printed } : {}),
    },
    { item: job.feature },
  ),
});
