/** Asks a person whether a worker may weaken tests of the base or change how they are checked. */
import { inspectTests } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { question } from '../../../effects/question.ts';
import { defineStep } from '../../../machine/machine.ts';
import { withoutConsent } from '../../../test-guard/consent.ts';
import { weakenedParams } from '../../../test-guard/weakened-tests.ts';
import { type LaneState, laneBroken, laneOver, laneWork } from './job.ts';
import { toBuiltChecks } from './transitions.ts';

const step = defineStep<LaneState>();

export const laneTestSteps = [
  step({
    at: 'inspecting',
    to: ['asking-tests', 'checking', 'witnessing', 'validating', 'over'],
    needs: ({ job: { checks, testFiles, spec }, lane, checkpoint }) => ({
      inspected: act(inspectTests, {
        lane,
        checkpoint,
        checks,
        ...(testFiles ? { testFiles } : {}),
        ...(spec === undefined ? {} : { spec }),
      }),
    }),
    next: (state, { inspected }) => {
      if (!inspected.ok) return laneBroken(state, inspected.failure);
      const { weakened: found, diff: testDiff } = inspected.value;
      const seen = { ...laneWork(state), ...(testDiff ? { testDiff } : {}) };
      const weakened = withoutConsent(found, state.allowed);
      return weakened.length > 0 ? { ...seen, at: 'asking-tests', weakened } : toBuiltChecks(seen);
    },
  }),
  step({
    at: 'asking-tests',
    to: ['checking', 'witnessing', 'validating', 'working', 'over'],
    needs: ({ weakened, testDiff, job: { feature } }) => {
      const evidence = testDiff ? [testDiff] : [];
      return {
        answer: question('tests', { ...weakenedParams(weakened), count: weakened.length }, evidence, feature),
      };
    },
    next: (state, { answer }) => {
      const { weakened, allowed = [] } = state;
      switch (answer.choice) {
        case 'Allow':
          return toBuiltChecks({ ...state, allowed: [...allowed, ...weakened] });
        case 'Send back':
          return { ...laneWork(state), at: 'working', told: { is: 'tests', weakened } };
        case 'Stop':
          return laneOver({ is: 'stopped' });
      }
    },
  }),
];
