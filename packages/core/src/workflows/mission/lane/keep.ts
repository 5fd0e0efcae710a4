/**
 * A feature that passed and is not merged (`onPass` other than `merge`): it stays on its own branch, and the base stays where
 * it is. What it begins on, the base and the work of what it depends on, is brought into the lane and proved there all the same.
 */
import { keepLane } from '../../../effects/keep-lane.ts';
import { act } from '../../../effects/operation.ts';
import { stepsOf } from '../../../machine/machine.ts';
import { type LaneState, laneBroken, laneSetback, laneWork } from './job.ts';

const step = stepsOf<LaneState>();

export const keepSteps = [
  step({
    at: 'keeping',
    to: ['closing', 'syncing', 'setting-back', 'over'],
    needs: ({ lane, checkpoint, job: { base, onto = [], feature }, brief: { title } }) => ({
      done: act(keepLane, { lane, checkpoint, base, onto, message: `${feature}: ${title}` }),
    }),
    next: (state, { done }) => {
      if (!done.ok) return laneBroken(state, done.failure);
      const { issues } = state;
      switch (done.value.is) {
        case 'base-moved':
          return state.landingsLeft > 0
            ? { ...laneWork(state), at: 'syncing', landingsLeft: state.landingsLeft - 1 }
            : laneSetback(state, 'base-moves', '');
        case 'nothing':
          return { ...laneWork(state), at: 'closing', result: { is: 'passed', commit: null, left: '', issues } };
        case 'kept': {
          const { commit, lane } = done.value;
          const result = { is: 'passed', commit, left: '', issues, branch: lane.branch } as const;
          return { ...laneWork(state), lane, at: 'closing', result };
        }
      }
    },
  }),
];
