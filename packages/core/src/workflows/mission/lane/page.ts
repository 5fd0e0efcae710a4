/**
 * The page of a feature that everybody let through, written in its lane before it is merged (M-12, MO-24).
 *
 *   G1. A page that is merged is merged with its feature, and the checks were green with exactly that tree.
 *   G2. Nothing but the page of the feature comes along. Whatever stands in its way, the feature is merged without it, as it was judged.
 */
import { nextCheck } from '../../../checks/check-round.ts';
import { agent } from '../../../effects/agent.ts';
import { checkpoint as saveLane } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { restoreLane } from '../../../effects/prove-tests.ts';
import { inspectScope } from '../../../effects/publish-lane.ts';
import { stepsOf } from '../../../machine/machine.ts';
import { documenter, pageOf } from '../roles/documenter.ts';
import { type LaneState, laneBroken, laneWork, type WorkState } from './job.ts';
import { toSyncing } from './transitions.ts';

const step = stepsOf<LaneState>();

export const pageSteps = [
  step({
    at: 'documenting',
    to: ['saving-page', 'dropping-page'],
    needs: ({ job: { feature }, brief: { task }, lane: { path }, checkpoint }) => ({
      documented: agent(
        documenter,
        { cwd: path, checkpoint },
        { features: [feature], outline: task, cwd: path },
        { item: feature },
      ),
    }),
    next: (state, { documented }) =>
      documented.ok ? { ...laneWork(state), at: 'saving-page' } : dropped(state, documented.failure.code),
  }),
  step({
    at: 'saving-page',
    to: ['scoping-page', 'dropping-page'],
    needs: ({ lane }) => ({ saved: act(saveLane, { lane }) }),
    next: (state, { saved }) =>
      saved.ok
        ? { ...laneWork(state), at: 'scoping-page', page: saved.value.commit }
        : dropped(state, saved.failure.code),
  }),
  step({
    at: 'scoping-page',
    to: ['checking-page', 'syncing', 'dropping-page'],
    // What was judged is the base of this comparison: only what the page adds to it is looked at.
    needs: ({ lane, checkpoint: base, page, job: { feature } }) => ({
      looked: act(inspectScope, { lane: { ...lane, base }, checkpoint: page, files: [pageOf(feature)] }),
    }),
    next: (state, { looked }) => {
      if (!looked.ok) return dropped(state, looked.failure.code);
      const { outside } = looked.value;
      return outside.length > 0 ? dropped(state, outside.join(', ')) : kept(state, state.page, state.job.checks);
    },
  }),
  step({
    at: 'checking-page',
    to: ['checking-page', 'syncing', 'dropping-page'],
    needs: ({ job, lane, left }) => ({ report: nextCheck(job, lane, left) }),
    next: (state, { report }) =>
      report.ok && report.value.green
        ? kept(state, state.page, state.left.slice(1))
        : dropped(state, state.left[0] ?? ''),
  }),
  step({
    at: 'dropping-page',
    to: ['syncing', 'over'],
    needs: ({ lane, checkpoint }) => ({ restored: act(restoreLane, { lane, checkpoint }) }),
    next: (state, { restored }) => (restored.ok ? toSyncing(state) : laneBroken(state, restored.failure)),
  }),
];

/** Checked to the last, the page is a part of what is merged. */
const kept = (state: WorkState, page: string, left: readonly string[]) =>
  left.length > 0
    ? ({ ...laneWork(state), at: 'checking-page', page, left } as const)
    : toSyncing({ ...state, checkpoint: page });

const dropped = (state: WorkState, why: string) => ({ ...laneWork(state), at: 'dropping-page', why }) as const;
