/** Reviews interface and contract again before the merge (M-12, MO-21). Neither role sees an earlier verdict. */
import { inRoom } from '../../../checks/check-round.ts';
import { agent } from '../../../effects/agent.ts';
import { act } from '../../../effects/operation.ts';
import { takeScreenshots } from '../../../effects/screens.ts';
import { defineStep } from '../../../machine/machine.ts';
import { crosscheck } from '../roles/crosscheck.ts';
import { uiQa } from '../roles/ui-qa.ts';
import { type LaneState, laneBroken, laneSetback, laneWork } from './job.ts';
import { afterOpinions, afterUiReview } from './transitions.ts';

const step = defineStep<LaneState>();

export const opinionSteps = [
  step({
    at: 'looking-at-ui',
    to: ['ui-testing', 'crosschecking', 'documenting', 'syncing', 'over'],
    needs: ({ job: { uiQa: wanted, rooms, checks }, lane, checkpoint }) => ({
      look: act(takeScreenshots, {
        cwd: lane.path,
        ...(rooms ? inRoom(checkpoint, checks) : {}),
        paths: wanted?.paths ?? [],
        server: wanted?.server ?? { command: '', url: '', readyTimeoutMs: 0 },
      }),
    }),
    // Without a running product or a browser there is no verdict; the journal records why.
    next: (state, { look }) =>
      look.ok && look.value.is === 'seen'
        ? { ...laneWork(state), at: 'ui-testing', screens: look.value }
        : afterUiReview(state),
  }),
  step({
    at: 'ui-testing',
    to: ['crosschecking', 'documenting', 'syncing', 'setting-back', 'over'],
    needs: ({ job, brief, lane, checkpoint, screens: { shots, complaints, outline } }) => ({
      tested: agent(
        uiQa,
        { cwd: lane.path, checkpoint },
        {
          feature: job.feature,
          task: brief.task,
          url: job.uiQa?.server.url ?? '',
          cwd: lane.path,
          shots,
          complaints,
          outline,
        },
        { item: job.feature },
      ),
    }),
    next: (state, { tested }) => {
      if (!tested.ok) return laneBroken(state, tested.failure);
      return tested.value.passed ? afterUiReview(state) : laneSetback(state, 'ui-qa', tested.value.said);
    },
  }),
  step({
    at: 'crosschecking',
    to: ['documenting', 'syncing', 'setting-back', 'over'],
    needs: ({ job: { feature }, brief: { task }, lane, checkpoint }) => ({
      opinion: agent(crosscheck, { cwd: lane.path, checkpoint }, { feature, task, cwd: lane.path }, { item: feature }),
    }),
    next: (state, { opinion }) => {
      if (!opinion.ok) return laneBroken(state, opinion.failure);
      return opinion.value.is === 'disagree'
        ? laneSetback(state, 'crosscheck', opinion.value.said)
        : afterOpinions(state);
    },
  }),
];
