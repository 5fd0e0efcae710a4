/** Executes the approved plan, or fixes of later steps. */
import { call } from '../../../effects/call.ts';
import type { WorkJob } from '../work/job.ts';
import { autopilotWork } from '../work/machine.ts';
import type { SessionPhaseState } from './job.ts';
import { toPlanning, withNote } from './plan.ts';
import { builtOf, failedPhase, phaseStep, plannedOf } from './state.ts';

type Working = Extract<SessionPhaseState, { at: 'working' }>;

export const phaseWorkSteps = [
  phaseStep({
    at: 'working',
    to: ['verifying', 'surveying', 'planning', 'reading-plan', 'stopped', 'failed'],
    needs: (state) => ({ work: call(autopilotWork, titleOf(state), workJob(state)) }),
    next: (state, { work: { result } }) => {
      if (result === null) return { at: 'stopped', waitsFor: 'person', stop: state, lane: state.lane };
      switch (result.at) {
        case 'failed':
          return failedPhase(result.because);
        case 'stopped': {
          const { lane, consent, question } = result;
          const stop = { ...state, lane, consent, ...(question === null ? {} : { stoppedAt: question }) };
          return { at: 'stopped', waitsFor: 'person', stop, lane };
        }
        case 'revising': {
          const { lane, consent, from, note } = result;
          const planned = { ...plannedOf(state), lane, consent, from, notes: withNote(state, note) };
          return note === ''
            ? { ...planned, at: 'reading-plan', planPath: state.plan.planPath, said: null }
            : toPlanning(planned);
        }
        case 'done': {
          const { lane, consent, isTroubled } = result;
          const built = { ...builtOf(state), lane, consent, ...(isTroubled ? { isTroubled } : {}) };
          // A fast session is verified by its checks alone, which were green on this commit.
          return state.job.session.rigor === 'fast' ? { ...built, at: 'surveying' } : { ...built, at: 'verifying' };
        }
      }
    },
  }),
] as const;

const titleOf = ({ job: { phase } }: Working): string => `Phase ${phase.n}: ${phase.name}`;

function workJob(state: Working): WorkJob {
  const { job, plan, lane, consent, order, stoppedAt } = state;
  return {
    session: job.session,
    phase: job.phase,
    planPath: plan.planPath,
    order,
    lane,
    before: job.lane.base,
    subject: `[autopilot] ${titleOf(state)}`,
    consent,
    ...(plan.kind ? { kind: plan.kind } : {}),
    ...(plan.changes ? { changes: plan.changes } : {}),
    ...(stoppedAt ? { stoppedAt } : {}),
  };
}
