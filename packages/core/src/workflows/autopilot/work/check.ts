/** Checks the saved work: the tests of the base, the checks of the repository, and the form of its documents. */
import { nextCheck, nextCheckStep, testBase } from '../../../checks/check-round.ts';
import { validateDocuments } from '../../../effects/autopilot.ts';
import { inspectTests } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { question } from '../../../effects/question.ts';
import { withoutConsent } from '../../../test-guard/consent.ts';
import { type WeakenedTest, weakenedParams } from '../../../test-guard/weakened-tests.ts';
import { toWorkProof } from './commit.ts';
import type { Answered, Work } from './job.ts';
import { openTasks, reopened, toChecking, toRetry, workFailed, workOf, workStep, workStopped } from './state.ts';

export const checkSteps = [
  workStep({
    at: 'inspecting',
    to: ['asking-tests', 'checking', 'validating', 'failed'],
    needs: ({ job: { session }, lane, checkpoint }) => ({
      inspected: act(inspectTests, {
        lane,
        checkpoint,
        checks: session.checks,
        ...(session.testFiles ? { testFiles: session.testFiles } : {}),
      }),
    }),
    next: (state, { inspected }) => {
      if (!inspected.ok) return workFailed(inspected.failure);
      const weakened = withoutConsent(inspected.value.weakened, state.consent.weakened ?? []);
      return weakened.length > 0
        ? {
            ...workOf(state),
            at: 'asking-tests',
            answered: state.answered,
            weakened,
            diff: inspected.value.diff ?? null,
          }
        : toChecking(state, state.answered);
    },
  }),
  workStep({
    at: 'asking-tests',
    to: ['checking', 'validating', 'gathering', 'recovering', 'stopped'],
    needs: ({ weakened, diff }) => ({
      answer: question('tests', { ...weakenedParams(weakened), count: weakened.length }, diff === null ? [] : [diff]),
    }),
    next: (state, { answer }) => {
      const { weakened, answered } = state;
      switch (answer.choice) {
        case 'Allow':
          return toChecking(withConsent(state, weakened), answered);
        case 'Send back': {
          const files = weakened.map(({ file }) => file);
          return toRetry(state, reopened(state, answered), { is: 'tests', files, note: answer.note });
        }
        case 'Stop':
          return workStopped(state, state);
      }
    },
  }),
  workStep({
    at: 'checking',
    to: ['checking', 'asking-tests', 'validating', 'gathering', 'recovering', 'failed'],
    needs: ({ job: { session }, lane, checkpoint, consent, unchecked }) => ({
      report: nextCheck(
        { ...session, rooms: true, checkout: {} },
        {
          path: lane.path,
          commit: checkpoint,
          all: session.checks,
          base: testBase(lane.base, session.testFiles, consent.weakened),
        },
        unchecked,
      ),
    }),
    next: (state, { report }) => {
      const { answered, unchecked, red, lost } = state;
      const round = nextCheckStep({ left: unchecked, red, ...(lost ? { lost } : {}) }, report);
      if (!round.ok) return workFailed(round.failure);
      const now = round.value;
      if (now.left.length > 0)
        return { ...state, unchecked: now.left, red: now.red, ...(now.lost ? { lost: now.lost } : {}) };
      if (now.red.length > 0) return toRetry(state, reopened(state, answered), { is: 'red', red: now.red });
      const weakened = withoutConsent(now.lost ?? [], state.consent.weakened ?? []);
      return weakened.length > 0
        ? { ...workOf(state), at: 'asking-tests', answered, weakened, diff: null }
        : { ...workOf(state), at: 'validating', answered };
    },
  }),
  workStep({
    at: 'validating',
    to: ['executing', 'asking-checkpoint', 'committing', 'proving', 'gathering', 'recovering', 'failed'],
    needs: () => ({ valid: act(validateDocuments, {}) }),
    next: (state, { valid }) => {
      if (!valid.ok) return workFailed(valid.failure);
      const { problems } = valid.value;
      const { answered } = state;
      if (problems.length > 0) return toRetry(state, reopened(state, answered), { is: 'documents', problems });
      return afterGreen(state, answered);
    },
  }),
] as const;

const withConsent = (state: Work, weakened: readonly WeakenedTest[]): Work => ({
  ...workOf(state),
  consent: { ...state.consent, weakened: [...(state.consent.weakened ?? []), ...weakened] },
});

/** The tasks that were sent are complete: the rest follows, then the checkpoint, the next segment, or the proof. */
function afterGreen(state: Work, answered: Answered) {
  const left = openTasks(state, answered);
  const work = { ...workOf(state), left, retries: 0, retry: null };
  if (left.length > 0) return { ...work, at: 'executing' } as const;
  if (work.stop !== null)
    return { ...work, at: 'asking-checkpoint', stop: work.stop, diff: answered.diff ?? null } as const;
  return toWorkProof(work);
}
