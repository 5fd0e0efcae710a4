/**
 * Tests that vanish: a change that takes away from the tests of the base, or touches what its checks run, needs a person.
 *
 * A person who allowed it is not asked again about the same files; who sends it back spends a pass.
 */
import { inspectTests } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { question } from '../../effects/question.ts';
import { stepsOf } from '../../machine/machine.ts';
import { type WeakenedTest, weakenedNames } from '../../test-guard/weakened-tests.ts';
import { type ConvergeState, passState, toChecks, toGiveUp, toNextPass } from './job.ts';

const step = stepsOf<ConvergeState>();

export const testSteps = [
  step({
    at: 'inspecting',
    to: ['asking-tests', 'checking', 'screening', 'reviewing', 'closing'],
    needs: ({ job: { checks, testFiles }, lane, checkpoint }) => ({
      inspected: act(inspectTests, { lane, checkpoint, checks, ...(testFiles ? { testFiles } : {}) }),
    }),
    next: (state, { inspected }) => {
      if (!inspected.ok) return toGiveUp(state, inspected.failure);
      const { diff, allowed = [] } = state;
      const weakened = inspected.value.weakened.filter((each) => !allowed.some((known) => isSame(known, each)));
      return weakened.length > 0 ? { ...passState(state), at: 'asking-tests', diff, weakened } : toChecks(state, diff);
    },
  }),
  step({
    at: 'asking-tests',
    to: ['checking', 'screening', 'reviewing', 'implementing', 'deciding', 'closing'],
    needs: ({ weakened, diff }) => ({
      answer: question('tests', { files: weakenedNames(weakened), count: weakened.length }, [diff]),
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

/** In the same way: who allowed a test fewer did not allow that the file goes. */
const isSame = (one: WeakenedTest, other: WeakenedTest) => one.file === other.file && one.how === other.how;
