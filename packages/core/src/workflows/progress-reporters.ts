/** What a workflow says of its own moves, by the name of its machine. Most say nothing: what they ask and are answered is enough. */
import type { State } from '../machine/machine.ts';
import type { LaneState } from './mission/lane/job.ts';
import { laneProgress as tellLane } from './mission/lane/progress.ts';
import { missionProgress as tellMission } from './mission/progress.ts';
import type { Mission } from './mission/state.ts';
import { progressAtStart, repeatedRoles, taskProgress } from './task/progress.ts';
import type { ProgressMessage } from './task/progress-codes.ts';
import type { Task } from './task/state.ts';

export interface ProgressReporter {
  start(state: State): readonly ProgressMessage[];
  move(from: State, answers: Readonly<Record<string, unknown>>, to: State): readonly ProgressMessage[];
  /** The roles whose words it tells itself, with the move that they lead to: they are not told twice. */
  readonly repeats: ReadonlySet<string>;
}

export const progressReporters: Readonly<Record<string, ProgressReporter>> = {
  task: {
    start: (state) => progressAtStart(state as Task),
    move: (from, answers, to) => taskProgress(from as Task, answers, to as Task),
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
