/** What a workflow says of its own moves, by the name of its machine. Most say nothing: what they ask and are answered is enough. */
import type { State } from '../machine.ts';
import type { LaneState } from './mission/lane/job.ts';
import { tellMove as tellLane } from './mission/lane/tell.ts';
import type { Mission } from './mission/state.ts';
import { tellMove as tellMission } from './mission/tell.ts';
import type { Task } from './task/state.ts';
import { repeatedRoles, tellMove, tellStart } from './task/tell.ts';
import type { Telling } from './task/telling.ts';

export interface Teller {
  start(state: State): readonly Telling[];
  move(from: State, answers: Readonly<Record<string, unknown>>, to: State): readonly Telling[];
  /** The roles whose words it tells itself, with the move that they lead to: they are not told twice. */
  readonly repeats: ReadonlySet<string>;
}

export const tellers: Readonly<Record<string, Teller>> = {
  task: {
    start: (state) => tellStart(state as Task),
    move: (from, answers, to) => tellMove(from as Task, answers, to as Task),
    repeats: repeatedRoles,
  },
  mission: {
    start: () => [],
    move: (from, answers, to) => tellMission(from as Mission, answers, to as Mission),
    repeats: new Set(),
  },
  lane: {
    start: () => [],
    move: (from, _, to) => tellLane(from as LaneState, to as LaneState),
    repeats: new Set(),
  },
};
