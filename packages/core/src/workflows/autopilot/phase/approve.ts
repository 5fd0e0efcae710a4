/** Asks a person about a plan. Nothing is executed that was not approved. */
import { ask } from '../../../effects/question.ts';
import { estimatedMinutes } from '../../../sessions/approval.ts';
import { fileText } from '../../../text/text.ts';
import { autopilotCodes } from '../codes.ts';
import { toPlanning, withNote } from './plan.ts';
import { phaseItem, phaseStep, phaseStopped, plannedOf, toPlanWork } from './state.ts';

export const approveSteps = [
  phaseStep({
    at: 'asking-plan',
    to: ['working', 'planning', 'reading-plan', 'closing', 'stopped'],
    needs: ({ job, plan, approval, complexity }) => ({
      answer: ask(
        autopilotCodes,
        'plan',
        {
          n: job.phase.n,
          name: job.phase.name,
          file: plan.planPath,
          tasks: plan.tasks,
          minutes: estimatedMinutes(plan.tasks),
          complexity,
          because: approval.is === 'asked' ? approval.because.join(', ') : '',
          concerns: plan.concerns.join('; '),
        },
        // The person edits the file itself, which is read again.
        { evidence: [fileText(plan.planPath)], edits: 'revise', item: phaseItem(job) },
      ),
    }),
    next: (state, { answer: { choice, note } }) => {
      const noted = { ...state, notes: withNote(state, note) };
      switch (choice) {
        case 'yes':
          return toPlanWork(noted);
        case 'revise':
          // Without a note the person has edited the file: it is read and shown again (AO-13).
          return note === ''
            ? { ...plannedOf(state), at: 'reading-plan', planPath: state.plan.planPath, said: null }
            : toPlanning(noted);
        case 'skip phase':
          return { at: 'closing', job: state.job, lane: state.lane, isSkipped: true, findings: [] };
        case 'stop':
          return phaseStopped(state, state);
      }
    },
  }),
] as const;
