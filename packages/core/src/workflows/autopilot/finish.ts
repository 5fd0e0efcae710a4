/** Offers a pull request and writes the last documents. Nothing is merged. */
import { closeSession, offerPull } from '../../effects/autopilot.ts';
import { call } from '../../effects/call.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { autopilotCodes } from './codes.ts';
import { autopilotDocuments } from './documents/machine.ts';
import { withPendingEdit } from './edited-state.ts';
import { pullText } from './pull-text.ts';
import { specOf } from './session.ts';
import { reviewedOf, sessionFailed, sessionStep } from './state.ts';

export const sessionEndSteps = [
  sessionStep({
    at: 'asking-pull',
    to: ['offering-pull', 'closing-session', 'asking-edited'],
    needs: ({ job, session, refused }) => ({
      answer: ask(autopilotCodes, 'pr', {
        phases: job.phases.length,
        base: session.baseBranch,
        ...(refused === null ? {} : { refused }),
      }),
    }),
    next: (state, { answer: { choice } }) =>
      withPendingEdit({ ...reviewedOf(state), at: choice === 'yes' ? 'offering-pull' : 'closing-session' }),
  }),
  sessionStep({
    at: 'offering-pull',
    to: ['closing-session', 'asking-pull', 'failed'],
    needs: (state) => ({
      offered: act(offerPull, {
        ...specOf(state.session),
        lane: state.lane,
        base: state.session.baseBranch,
        since: state.startingCommit,
        ...pullText(state),
      }),
    }),
    next: (state, { offered }) => {
      if (!offered.ok) return sessionFailed(offered.failure);
      if (offered.value.is === 'open') return { ...reviewedOf(state), at: 'closing-session' };
      // The person may repair the access to the forge and answer again: nothing is lost.
      return { ...reviewedOf(state), at: 'asking-pull', refused: offered.value.because };
    },
  }),
  sessionStep({
    at: 'closing-session',
    to: ['committing-documents', 'failed'],
    needs: ({ session }) => ({ closed: act(closeSession, specOf(session)) }),
    next: (state, { closed }) =>
      closed.ok ? { ...reviewedOf(state), at: 'committing-documents' } : sessionFailed(closed.failure),
  }),
  sessionStep({
    at: 'committing-documents',
    to: ['done', 'closing-session', 'failed'],
    // The roadmap of the finished session belongs to its last phase.
    needs: ({ lane, job: { phases } }) => ({
      documents: call(autopilotDocuments, 'documents', {
        lane,
        subject: `[autopilot] Phase ${phases.length}: ${phases.at(-1)?.name ?? ''}`,
      }),
    }),
    next: (state, { documents: { result } }) => {
      if (result === null) return { ...reviewedOf(state), at: 'closing-session' };
      return result.at === 'failed' ? sessionFailed(result.because) : { at: 'done' };
    },
  }),
] as const;
