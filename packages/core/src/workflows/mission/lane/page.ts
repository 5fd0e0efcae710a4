/**
 * Writes the page of a passed feature in its lane, before the merge (M-12, MO-24).
 *
 *   G1. A page is merged with its feature, with green checks on exactly that tree.
 *   G2. Only the feature's own page is added. If that fails, the feature is merged without it, as judged.
 */
import { nextCheck } from '../../../checks/check-round.ts';
import { agent } from '../../../effects/agent.ts';
import { checkpoint as saveLane } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { inspectScope } from '../../../effects/publish-lane.ts';
import { restoreLane } from '../../../effects/restore-lane.ts';
import { defineStep } from '../../../machine/machine.ts';
import { documenter, pageOf } from '../roles/documenter.ts';
import { type LaneState, laneBroken, laneWork, type WorkState } from './job.ts';
import { toSyncing } from './transitions.ts';

const step = defineStep<LaneState>();

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
      documented.ok ? { ...laneWork(state), at: 'saving-page' } : toDropping(state, documented.failure.code),
  }),
  step({
    at: 'saving-page',
    to: ['scoping-page', 'dropping-page'],
    needs: ({ lane }) => ({ saved: act(saveLane, { lane }) }),
    next: (state, { saved }) =>
      saved.ok
        ? { ...laneWork(state), at: 'scoping-page', page: saved.value.commit }
        : toDropping(state, saved.failure.code),
  }),
  step({
    at: 'scoping-page',
    to: ['checking-page', 'syncing', 'dropping-page'],
    // Compare with the judged work, so that only the documenter's changes count.
    needs: ({ lane, checkpoint: base, page, job: { feature, guardsDocuments } }) => ({
      looked: act(inspectScope, {
        lane: { ...lane, base },
        checkpoint: page,
        files: [pageOf(feature)],
        ...(guardsDocuments ? { onlyDocuments: true } : {}), // a feature may have the name of a file that instructs agents
      }),
    }),
    next: (state, { looked }) => {
      if (!looked.ok) return toDropping(state, looked.failure.code);
      const { outside } = looked.value;
      return outside.length > 0
        ? toDropping(state, outside.join(', '))
        : checkOrSync(state, state.page, state.job.checks);
    },
  }),
  step({
    at: 'checking-page',
    to: ['checking-page', 'syncing', 'dropping-page'],
    needs: ({ job, lane: { path }, page: commit, left }) => ({
      report: nextCheck(job, { path, commit, all: job.checks }, left),
    }),
    next: (state, { report }) =>
      report.ok && report.value.green
        ? checkOrSync(state, state.page, state.left.slice(1))
        : toDropping(state, state.left[0] ?? ''),
  }),
  step({
    at: 'dropping-page',
    to: ['syncing', 'over'],
    needs: ({ lane, checkpoint }) => ({ restored: act(restoreLane, { lane, checkpoint }) }),
    next: (state, { restored }) => (restored.ok ? toSyncing(state) : laneBroken(state, restored.failure)),
  }),
];

/** After the last check the page becomes part of the work to merge. */
const checkOrSync = (state: WorkState, page: string, left: readonly string[]) =>
  left.length > 0
    ? ({ ...laneWork(state), at: 'checking-page', page, left } as const)
    : toSyncing({ ...state, checkpoint: page });

const toDropping = (state: WorkState, why: string) => ({ ...laneWork(state), at: 'dropping-page', why }) as const;
