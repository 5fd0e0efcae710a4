/** Checkpoints, where a mission waits for a person (M-07, M-15): writes a note, asks, and lets running lanes continue. */
import { anyChild } from '../../effects/any-child.ts';
import { settleNote, writeNote } from '../../effects/features.ts';
import { first } from '../../effects/first.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { defineStep } from '../../machine/machine.ts';
import { checkpointBefore } from './board.ts';
import { missionCodes } from './codes.ts';
import { applyLaneResult } from './lane-result.ts';
import { askAboutEdit, toPlanEditCheck } from './plan-edit.ts';
import { board, type LoopState, loopState, type Mission, type MissionEnding, toDraining } from './state.ts';

const step = defineStep<Mission>();

/** Enters the loop after the checkpoints that come before its first iteration. */
export function enterLoop(state: LoopState) {
  const name = nextCheckpoint(state);
  return name === undefined ? ({ ...loopState(state), at: 'deciding' } as const) : toFiring(state, name);
}

/** Like `enterLoop`, for a plan that a person may have edited in the meantime. */
export function reenterLoop(state: LoopState) {
  const name = nextCheckpoint(state);
  return name === undefined ? toPlanEditCheck(state) : toFiring(state, name);
}

const nextCheckpoint = (state: LoopState) => checkpointBefore(board(state), (on) => on === 'post-planner');
const toFiring = (state: LoopState, name: string) => ({ ...loopState(state), at: 'firing', name }) as const;

export const withdrawCheckpoint = (name: string) => act(settleNote, { withdrawn: name });

const toHeld = (state: LoopState, name: string) =>
  ({ ...loopState(state), at: state.lanes.length > 0 ? 'holding' : 'held', name }) as const;

const askForGrant = (name: string) =>
  ask(missionCodes, 'checkpoint', { name }, { evidence: [{ file: `.harness/checkpoint-${name}.md` }] });

const afterAnswer = (state: LoopState, name: string, choice: 'Grant' | 'Stop') =>
  choice === 'Grant'
    ? ({ ...loopState(state), at: 'granting', name } as const)
    : ({ ...loopState(state), at: 'withdrawing', name } as const);

/** An ended mission withdraws its note; a parked mission waits here again after a resume. */
const afterEnding = (state: LoopState, name: string, ending: MissionEnding) =>
  ending.is === 'failed' || ending.is === 'stopped'
    ? ({ ...loopState(state), at: 'withdrawing', name, ending } as const)
    : toDraining(state, ending);

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
      noted.ok ? toHeld(state, state.name) : toDraining(state, { is: 'failed', because: noted.failure }),
  }),
  step({
    at: 'holding',
    to: ['holding', 'held', 'granting', 'withdrawing', 'draining'],
    needs: ({ name, lanes }) => ({
      came: first({ grant: askForGrant(name), ended: anyChild(lanes.map(({ child }) => child)) }),
    }),
    next: (state, { came }) => {
      if (came.of === 'grant') return afterAnswer(state, state.name, came.value.choice);
      const { loop: after, ending } = applyLaneResult(state, came.value);
      return ending ? afterEnding(after, state.name, ending) : toHeld(after, state.name);
    },
  }),
  step({
    at: 'held',
    to: ['granting', 'withdrawing'],
    // Both questions are asked together: a person who inspects the plan here has often edited it.
    needs: ({ name, edited }) =>
      edited?.choice === null ? { grant: askForGrant(name), edit: askAboutEdit(edited) } : { grant: askForGrant(name) },
    next: (state, { grant, edit }) => {
      const edited = state.edited && edit ? { edited: { ...state.edited, choice: edit.choice } } : {};
      return afterAnswer({ ...loopState(state), ...edited }, state.name, grant.choice);
    },
  }),
  step({
    at: 'granting',
    to: ['firing', 'looking-at-edit', 'deciding'],
    needs: ({ name }) => ({ settled: act(settleNote, { checkpoint: name }) }),
    // The grant is in the journal, so a failure to settle the note does not matter.
    next: (state) => reenterLoop({ ...loopState(state), granted: [...state.granted, state.name] }),
  }),
  step({
    at: 'withdrawing', // a remaining note would stop the next mission
    to: ['draining'],
    needs: ({ name }) => ({ settled: withdrawCheckpoint(name) }),
    next: (state) => toDraining(state, state.ending ?? { is: 'stopped' }),
  }),
];
