/** Lets a role that did not build the phase verify it. A person may override the verdict, not the step. */
import { agent } from '../../../effects/agent.ts';
import { keepHandoff, surveyPhase } from '../../../effects/autopilot.ts';
import { act } from '../../../effects/operation.ts';
import { ask } from '../../../effects/question.ts';
import { decideTier } from '../../../sessions/integration-tier.ts';
import { autopilotCodes } from '../codes.ts';
import { phaseVerifier, type VerifiedGap } from '../roles/verifier.ts';
import type { Fix } from '../work/job.ts';
import { verifierHandoff } from './handoffs.ts';
import { verifierInput } from './role-inputs.ts';
import {
  builtOf,
  failedPhase,
  phaseItem,
  phaseReport,
  phaseStep,
  phaseStopped,
  readerPlace,
  toFixes,
} from './state.ts';

export const verifyPhaseSteps = [
  phaseStep({
    at: 'verifying',
    to: ['surveying', 'asking-verification', 'failed'],
    needs: (state) => ({
      verified: agent(phaseVerifier, readerPlace(state.lane), verifierInput(state), { item: phaseItem(state.job) }),
    }),
    next: (state, { verified }) => {
      if (!verified.ok) return failedPhase(verified.failure);
      const { verdict, gaps } = verified.value;
      return verdict === 'pass'
        ? { ...builtOf(state), at: 'surveying' }
        : { ...builtOf(state), at: 'asking-verification', gaps };
    },
  }),
  phaseStep({
    at: 'asking-verification',
    to: ['working', 'surveying', 'stopped'],
    needs: ({ job, gaps }) => ({
      answer: ask(
        autopilotCodes,
        'verification',
        { n: job.phase.n, name: job.phase.name, count: gaps.length, gaps: gaps.map(({ what }) => what).join('; ') },
        { item: phaseItem(job), evidence: [phaseReport(job, 'verification')] },
      ),
    }),
    next: (state, { answer: { choice, note } }) => {
      switch (choice) {
        case 'fix':
          return toFixes(state, 'verification', fixesOf(state.gaps), note);
        case 'skip verification':
          return { ...builtOf(state), at: 'surveying' };
        case 'stop':
          return phaseStopped(state, state);
      }
    },
  }),
  phaseStep({
    at: 'surveying',
    to: ['integrating', 'failed'],
    needs: (state) => ({
      survey: act(surveyPhase, { base: state.job.lane.base, head: state.lane.base }),
      handoff: act(keepHandoff, verifierHandoff(state)),
    }),
    next: (state, { survey, handoff }) => {
      if (!survey.ok) return failedPhase(survey.failure);
      if (!handoff.ok) return failedPhase(handoff.failure);
      const { change, diff } = survey.value;
      return { ...builtOf(state), at: 'integrating', tier: decideTier(state.plan.tier, change), diff };
    },
  }),
] as const;

/** A verdict without a gap still needs a task. */
function fixesOf(gaps: readonly VerifiedGap[]): readonly Fix[] {
  if (gaps.length === 0)
    return [{ title: 'Complete the phase', detail: 'The verification failed without naming a gap.' }];
  return gaps.map(({ what, level, file }) => ({
    title: what,
    detail: `Level: ${level}`,
    ...(file === null ? {} : { file }),
  }));
}
