/**
 * A feature that passed and is not merged (`onPass` other than `merge`): it stays on its own branch, and the base stays where
 * it is. What it begins on, the base and the work of what it depends on, is brought into the lane and proved there all the same.
 */
import { keepLane } from '../../../effects/keeping.ts';
import { act } from '../../../effects/operation.ts';
import { stepsOf } from '../../../machine.ts';
import { broken, type LaneState, setBack, work } from './job.ts';

const step = stepsOf<LaneState>();

export const keepSteps = [
  step({
    at: 'keeping',
    to: ['closing', 'syncing', 'setting-back', 'over'],
    needs: ({ lane, checkpoint, job: { base, onto = [], feature }, brief: { title } }) => ({
      done: act(keepLane, { lane, checkpoint, base, onto, message: `${feature}: ${title}` }),
    }),
    next: (state, { done }) => {
      if (!done.ok) return broken(state, done.failure);
      const { issues } = state;
      switch (done.value.is) {
        case 'base-moved':
          return state.landingsLeft > 0
            ? { ...work(state), at: 'syncing', landingsLeft: state.landingsLeft - 1 }
            : setBack(state, 'base-moves', '');
        case 'nothing':
          return { ...work(state), at: 'closing', result: { is: 'passed', commit: null, left: '', issues } };
        case 'kept': {
          const { commit, lane } = done.value;
          const result = { is: 'passed', commit, left: '', issues, branch: lane.branch } as const;
          return { ...work(state), lane, at: 'closing', result };
        }
      }
    },
  }),
];
