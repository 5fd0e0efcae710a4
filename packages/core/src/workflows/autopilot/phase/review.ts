/** Reviews the change of the phase. A person may override its findings, not the review. */
import { agent } from '../../../effects/agent.ts';
import { ask } from '../../../effects/question.ts';
import { autopilotCodes } from '../codes.ts';
import { blockingFindings, findingNames, fixesOf } from '../findings.ts';
import { changeReviewer } from '../roles/reviewer.ts';
import { reviewerInput } from './role-inputs.ts';
import {
  failedPhase,
  phaseItem,
  phaseReport,
  phaseStep,
  phaseStopped,
  readerPlace,
  surveyedOf,
  toFixes,
  toPhaseEnd,
} from './state.ts';

export const reviewSteps = [
  phaseStep({
    at: 'reviewing',
    to: ['closing', 'asking-review', 'failed'],
    needs: (state) => ({
      reviewed: agent(changeReviewer, readerPlace(state.lane), reviewerInput(state), { item: phaseItem(state.job) }),
    }),
    next: (state, { reviewed }) => {
      if (!reviewed.ok) return failedPhase(reviewed.failure);
      const { findings } = reviewed.value;
      const blocking = blockingFindings(state.job.session, findings);
      return blocking.length > 0
        ? { ...surveyedOf(state), at: 'asking-review', blocking, findings }
        : toPhaseEnd(state, findings);
    },
  }),
  phaseStep({
    at: 'asking-review',
    to: ['working', 'closing', 'stopped'],
    needs: ({ job, blocking, diff }) => ({
      answer: ask(
        autopilotCodes,
        'review',
        { n: job.phase.n, name: job.phase.name, count: blocking.length, findings: findingNames(blocking) },
        { item: phaseItem(job), evidence: [phaseReport(job, 'review'), diff] },
      ),
    }),
    next: (state, { answer: { choice, note } }) => {
      switch (choice) {
        case 'fix':
          return toFixes(state, 'review', fixesOf(state.blocking), note);
        case 'override':
          return toPhaseEnd(state, state.findings);
        case 'stop':
          return phaseStopped(state, state);
      }
    },
  }),
] as const;
