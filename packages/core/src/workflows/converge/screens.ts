/**
 * Takes screens of the running product in each pass, after the checks, if a server is configured (Dd-07).
 *
 * A server that dies or does not answer was started from the change, so it goes back to the fixer like a red check. A
 * port in use by another process ends the run, because no change could repair it (D-68). Without a browser, screens are
 * skipped for this and all later passes.
 */

import type { Finding } from '../../answer-contracts/finding.ts';
import { serverFindings } from '../../checks/dev-server.ts';
import { agent } from '../../effects/agent.ts';
import { act } from '../../effects/operation.ts';
import { takeScreenshots } from '../../effects/screens.ts';
import { defineStep, type Effect } from '../../machine/machine.ts';
import { uiReviewer } from '../plan/roles/ui-reviewer.ts';
import { type ConvergeState, passState, roomAfterChecks, toGiveUp, toNextPass } from './job.ts';
import { reviewInput } from './review-input.ts';

const step = defineStep<ConvergeState>();

export const screenSteps = [
  step({
    at: 'screening',
    to: ['reviewing', 'implementing', 'deciding', 'closing'],
    needs: (state) => ({
      looked: act(takeScreenshots, { cwd: state.lane.path, ...state.screens, ...roomAfterChecks(state) }),
    }),
    next: (state, { looked }) => {
      const { diff, job, screens } = state;
      if (!looked.ok) {
        const findings = serverFindings(looked.failure, screens.server);
        return findings ? toNextPass(state, { because: 'findings', findings }) : toGiveUp(state, looked.failure);
      }
      if (looked.value.is === 'seen') return { ...passState(state), at: 'reviewing', diff, seen: looked.value };
      const { screens: _blind, ...rest } = job;
      return { ...passState(state), job: rest, at: 'reviewing', diff };
    },
  }),
];

export function uiReview(state: Extract<ConvergeState, { at: 'reviewing' }>) {
  const { job, lane, checkpoint, seen } = state;
  if (!seen) return {};
  const { shots, complaints, outline } = seen;
  const input = { ...reviewInput(state), shots, complaints, outline };
  const review: Effect<readonly Finding[]> = agent(uiReviewer, { cwd: lane.path, checkpoint }, input, {
    item: job.item ?? null,
  });
  return { [uiReviewer.id]: review };
}
