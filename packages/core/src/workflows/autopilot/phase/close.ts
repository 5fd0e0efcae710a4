/** Completes a phase: records its measures, syncs the roadmap, and commits the documents that came after its code. */
import { closePhase, keepHandoff } from '../../../effects/autopilot.ts';
import { call } from '../../../effects/call.ts';
import { act } from '../../../effects/operation.ts';
import { autopilotDocuments } from '../documents/machine.ts';
import { specOf } from '../session.ts';
import { phaseHandoff } from './handoffs.ts';
import { failedPhase, phaseStep } from './state.ts';

export const closeSteps = [
  phaseStep({
    at: 'closing',
    to: ['committing-documents', 'failed'],
    needs: (state) => ({
      closed: act(closePhase, {
        ...specOf(state.job.session),
        phase: state.job.phase,
        isSkipped: state.isSkipped,
      }),
      handoff: act(keepHandoff, phaseHandoff(state)),
    }),
    next: (state, { closed, handoff }) => {
      if (!closed.ok) return failedPhase(closed.failure);
      return handoff.ok ? { ...state, at: 'committing-documents' } : failedPhase(handoff.failure);
    },
  }),
  phaseStep({
    at: 'committing-documents',
    to: ['complete', 'skipped', 'closing', 'failed'],
    needs: ({ job: { phase }, lane }) => ({
      documents: call(autopilotDocuments, 'documents', {
        lane,
        subject: `[autopilot] Phase ${phase.n}: ${phase.name}`,
      }),
    }),
    next: (state, { documents: { result } }) => {
      if (result === null) return { ...state, at: 'closing' };
      if (result.at === 'failed') return failedPhase(result.because);
      const { lane } = result;
      if (state.isSkipped) return { at: 'skipped', lane };
      const { isTroubled, isUnwitnessed, findings } = state;
      return {
        at: 'complete',
        lane,
        findings,
        ...(isTroubled ? { isTroubled } : {}),
        ...(isUnwitnessed ? { isUnwitnessed } : {}),
      };
    },
  }),
] as const;
