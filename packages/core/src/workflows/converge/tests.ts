/** Asks a person once before a change may weaken tests of the base or files that its checks run. */
import { inspectTests } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { question } from '../../effects/question.ts';
import { defineStep } from '../../machine/machine.ts';
import { withoutConsent } from '../../test-guard/consent.ts';
import { weakenedParams } from '../../test-guard/weakened-tests.ts';
import { type ConvergeState, passState, toChecks, toGiveUp, toNextPass } from './job.ts';

const step = defineStep<ConvergeState>();

export const testSteps = [
  step({
    at: 'inspecting',
    to: ['asking-tests', 'checking', 'witnessing', 'screening', 'reviewing', 'closing'],
    needs: ({ job: { checks, testFiles, item }, lane, checkpoint }) => ({
      inspected: act(inspectTests, {
        lane,
        checkpoint,
        checks,
        ...(testFiles ? { testFiles } : {}),
        ...(item === undefined ? {} : { item }),
      }),
    }),
    next: (state, { inspected }) => {
      if (!inspected.ok) return toGiveUp(state, inspected.failure);
      const { diff, allowed = [] } = state;
      const weakened = withoutConsent(inspected.value.weakened, allowed);
      return weakened.length > 0 ? { ...passState(state), at: 'asking-tests', diff, weakened } : toChecks(state, diff);
    },
  }),
  step({
    at: 'asking-tests',
    to: ['checking', 'witnessing', 'screening', 'reviewing', 'implementing', 'deciding', 'closing'],
    needs: ({ weakened, diff }) => ({
      answer: question('tests', { ...weakenedParams(weakened), count: weakened.length }, [diff]),
    }),
    next: (state, { answer }) => {
      const { diff, weakened, allowed = [] } = state;
      switch (answer.choice) {
        case 'Allow':
          return toChecks({ ...state, allowed: [...allowed, ...weakened] }, diff);
        case 'Send back':
          return toNextPass(state, { because: 'tests', weakened });
        case 'Stop':
          return { at: 'closing', lane: state.lane, over: { at: 'stopped' } };
      }
    },
  }),
];
