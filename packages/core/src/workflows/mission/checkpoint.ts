/** Where a mission waits for a person (M-07, M-15): a file says what for, a question is open, and lanes that run go on. */
import { anyChild } from '../../effects/any-child.ts';
import { settleNote, writeNote } from '../../effects/features.ts';
import { first } from '../../effects/first.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { stepsOf } from '../../machine/machine.ts';
import { checkpointBefore } from './board.ts';
import { missionCodes } from './codes.ts';
import { applyLaneResult } from './lane-result.ts';
import { afterPlanLook, askAboutEdit } from './plan-edit.ts';
import { board, type LoopState, loopState, type Mission, type MissionEnding } from './state.ts';

const step = stepsOf<Mission>();

/** Into the loop, past the checkpoints that stand before its first iteration. */
export function enterLoop(state: LoopState) {
  const name = nextBefore(state);
  return name === undefined ? ({ ...loopState(state), at: 'deciding' } as const) : firing(state, name);
}

/** The same after somebody had time to look at the plan, and may have changed it. */
export function reenterLoop(state: LoopState) {
  const name = nextBefore(state);
  return name === undefined ? afterPlanLook(state) : firing(state, name);
}

const nextBefore = (state: LoopState) => checkpointBefore(board(state), (on) => on === 'post-planner');
const firing = (state: LoopState, name: string) => ({ ...loopState(state), at: 'firing', name }) as const;

export const withdrawCheckpoint = (name: string) => act(settleNote, { withdrawn: name });

const held = (state: LoopState, name: string) =>
  ({ ...loopState(state), at: state.lanes.length > 0 ? 'holding' : 'held', name }) as const;

const askForGrant = (name: string) =>
  ask(missionCodes, 'checkpoint', { name }, { evidence: [{ file: `.harness/checkpoint-${name}.md` }] });

const answered = (state: LoopState, name: string, choice: 'Grant' | 'Stop') =>
  choice === 'Grant'
    ? ({ ...loopState(state), at: 'granting', name } as const)
    : ({ ...loopState(state), at: 'withdrawing', name } as const);

/** A mission that is over takes its note with it; one that can be led on waits here again when it comes back to it. */
const abandoned = (state: LoopState, name: string, ending: MissionEnding) =>
  ending.is === 'failed' || ending.is === 'stopped'
    ? ({ ...loopState(state), at: 'withdrawing', name, ending } as const)
    : ({ ...loopState(state), at: 'draining', ending } as const);

export const checkpointSteps = [
  step({
    at: 'firing',
    to: ['holding', 'held', 'draining'],
    needs: ({ name, job }) => ({
      noted: act(writeNote, {
        note: {
          is: 'checkpoint',
          name,
          description: job.checkpoints.find((one) => one.name === name)?.description ?? '',
        },
      }),
    }),
    next: (state, { noted }) =>
      noted.ok
        ? held(state, state.name)
        : { ...loopState(state), at: 'draining', ending: { is: 'failed', because: noted.failure } },
  }),
  step({
    at: 'holding',
    to: ['holding', 'held', 'granting', 'withdrawing', 'draining'],
    needs: ({ name, lanes }) => ({
      came: first({ grant: askForGrant(name), ended: anyChild(lanes.map(({ child }) => child)) }),
    }),
    next: (state, { came }) => {
      if (came.of === 'grant') return answered(state, state.name, came.value.choice);
      const { loop: after, ending } = applyLaneResult(state, came.value);
      return ending ? abandoned(after, state.name, ending) : held(after, state.name);
    },
  }),
  step({
    at: 'held',
    to: ['granting', 'withdrawing'],
    // Both are asked at once: a person who looks at the plan here may well have changed it.
    needs: ({ name, edited }) =>
      edited?.choice === null ? { grant: askForGrant(name), edit: askAboutEdit(edited) } : { grant: askForGrant(name) },
    next: (state, { grant, edit }) => {
      const edited = state.edited && edit ? { edited: { ...state.edited, choice: edit.choice } } : {};
      return answered({ ...loopState(state), ...edited }, state.name, grant.choice);
    },
  }),
  step({
    at: 'granting',
    to: ['firing', 'looking-at-edit', 'deciding'],
    needs: ({ name }) => ({ settled: act(settleNote, { checkpoint: name }) }),
    // Whatever became of the files, a person has granted it: the journal holds that.
    next: (state) => reenterLoop({ ...loopState(state), granted: [...state.granted, state.name] }),
  }),
  step({
    at: 'withdrawing', // a note that stays would hold up the next mission
    to: ['draining'],
    needs: ({ name }) => ({ settled: withdrawCheckpoint(name) }),
    next: (state) => ({ ...loopState(state), at: 'draining', ending: state.ending ?? { is: 'stopped' } }),
  }),
];
