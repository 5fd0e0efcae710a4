/** Keeps a passed feature on its branch (`onPass`), with base and dependencies merged in; the base does not move. */
import { keepLane } from '../../../effects/keep-lane.ts';
import { act } from '../../../effects/operation.ts';
import { defineStep } from '../../../machine/machine.ts';
import { type LaneState, laneBroken, laneSetback, laneWork, passedResult } from './job.ts';

const step = defineStep<LaneState>();

export const keepSteps = [
  step({
    at: 'keeping',
    to: ['closing', 'syncing', 'setting-back', 'over'],
    needs: ({ lane, checkpoint, job: { base, onto = [], feature }, brief: { title } }) => ({
      done: act(keepLane, { lane, checkpoint, base, onto, message: `${feature}: ${title}` }),
    }),
    next: (state, { done }) => {
      if (!done.ok) return laneBroken(state, done.failure);
      switch (done.value.is) {
        case 'base-moved':
          return state.landingsLeft > 0
            ? { ...laneWork(state), at: 'syncing', landingsLeft: state.landingsLeft - 1 }
            : laneSetback(state, 'base-moves', '');
        case 'nothing':
          return { ...laneWork(state), at: 'closing', result: passedResult(state, { commit: null, left: '' }) };
        case 'kept': {
          const { commit, lane } = done.value;
          const result = passedResult(state, { commit, left: '', branch: lane.branch });
          return { ...laneWork(state), lane, at: 'closing', result };
        }
      }
    },
  }),
];
