/** Reviews the whole change once more, and lets each blocking finding be fixed in a commit of its own. */
import { agent } from '../../effects/agent.ts';
import { recordFailure, surveyPhase } from '../../effects/autopilot.ts';
import { call } from '../../effects/call.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { autopilotCodes } from './codes.ts';
import { withPendingEdit } from './edited-state.ts';
import { blockingFindings, findingNames, fixesOf } from './findings.ts';
import { sessionInput } from './role-session.ts';
import { changeReviewer } from './roles/reviewer.ts';
import type { ChangeReviewerInput } from './roles/session-input.ts';
import { type Autopilot, atEndOf, sessionFailed, sessionStep, toRest } from './state.ts';
import type { WorkJob } from './work/job.ts';
import { autopilotWork } from './work/machine.ts';

const item = 'final';

export const finalReviewSteps = [
  sessionStep({
    at: 'surveying-final',
    to: ['reviewing-final', 'failed'],
    needs: ({ startingCommit, lane }) => ({ survey: act(surveyPhase, { base: startingCommit, head: lane.base }) }),
    next: (state, { survey }) =>
      survey.ok ? { ...atEndOf(state), at: 'reviewing-final', diff: survey.value.diff } : sessionFailed(survey.failure),
  }),
  sessionStep({
    at: 'reviewing-final',
    to: ['asking-pull', 'asking-final', 'asking-edited', 'recording-limit', 'failed'],
    needs: (state) => ({
      reviewed: agent(
        changeReviewer,
        { cwd: state.lane.path, checkpoint: state.lane.base },
        finalReviewerInput(state),
        {
          item,
        },
      ),
    }),
    next: (state, { reviewed }) => {
      if (!reviewed.ok) return sessionFailed(reviewed.failure);
      const blocking = blockingFindings(state.session, reviewed.value.findings);
      if (blocking.length === 0)
        return withPendingEdit({ ...atEndOf(state), at: 'asking-pull', status: 'passed', refused: null });
      const { cycles, session, diff } = state;
      return cycles < session.finalReviews
        ? withPendingEdit({ ...atEndOf(state), at: 'asking-final', blocking, diff })
        : { ...atEndOf(state), at: 'recording-limit', blocking };
    },
  }),
  sessionStep({
    at: 'asking-final',
    to: ['fixing-final', 'asking-pull', 'asking-edited', 'halted'],
    needs: ({ blocking, cycles, session, diff }) => ({
      answer: ask(
        autopilotCodes,
        'final-review',
        { count: blocking.length, findings: findingNames(blocking), cycle: cycles + 1, of: session.finalReviews },
        { item, evidence: [diff] },
      ),
    }),
    next: (state, { answer: { choice, note } }) => {
      switch (choice) {
        case 'fix':
          return withPendingEdit({
            ...atEndOf(state),
            at: 'fixing-final',
            cycles: state.cycles + 1,
            fixes: fixesOf(state.blocking),
            note,
          });
        case 'override':
          return withPendingEdit({ ...atEndOf(state), at: 'asking-pull', status: 'overridden', refused: null });
        case 'stop':
          return toRest(state);
      }
    },
  }),
  sessionStep({
    at: 'fixing-final',
    to: ['fixing-final', 'surveying-final', 'asking-edited', 'halted', 'failed'],
    needs: (state) => ({ work: call(autopilotWork, titleOf(state), fixJob(state)) }),
    next: (state, { work: { result } }) => {
      if (result === null) return toRest(state);
      switch (result.at) {
        case 'failed':
          return sessionFailed(result.because);
        case 'stopped': {
          const { lane, question } = result;
          return toRest({ ...state, lane, ...(question === null ? {} : { stoppedAt: question }) });
        }
        case 'revising':
        case 'done': {
          const [, ...fixes] = state.fixes;
          const now = { ...atEndOf(state), lane: result.lane };
          return fixes.length > 0
            ? withPendingEdit({ ...now, at: 'fixing-final', fixes, note: state.note })
            : withPendingEdit({ ...now, at: 'surveying-final' });
        }
      }
    },
  }),
  sessionStep({
    at: 'recording-limit',
    to: ['spent', 'failed'],
    needs: ({ session, blocking }) => ({
      recorded: act(recordFailure, {
        slug: session.slug,
        phase: null,
        text: `The final review still blocks after ${session.finalReviews} rounds of fixes: ${findingNames(blocking)}`,
      }),
    }),
    next: (_, { recorded }) => (recorded.ok ? { at: 'spent' } : sessionFailed(recorded.failure)),
  }),
] as const;

type Fixing = Extract<Autopilot, { at: 'fixing-final' }>;

const titleOf = ({ fixes }: Fixing): string => `Fix: ${fixes[0]?.title ?? ''}`;

function fixJob(state: Fixing): WorkJob {
  const { session, lane, startingCommit, fixes, note, stoppedAt } = state;
  return {
    session,
    phase: null,
    planPath: null,
    order: { is: 'fixes', because: 'final-review', fixes: fixes.slice(0, 1), note },
    lane,
    before: startingCommit,
    subject: `[autopilot] ${titleOf(state)}`,
    consent: {},
    ...(stoppedAt ? { stoppedAt } : {}),
  };
}

type Reviewing = Extract<Autopilot, { at: 'reviewing-final' }>;

const finalReviewerInput = ({ session, startingCommit, lane, diff, findings }: Reviewing): ChangeReviewerInput => ({
  ...sessionInput(session, null),
  scope: 'final',
  range: `${startingCommit}..${lane.base}`,
  diff,
  prior: findings,
});
