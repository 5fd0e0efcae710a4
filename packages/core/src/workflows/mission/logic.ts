/** Exports the machines, roles and progress lines of mission. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import type { LaneState } from './lane/job.ts';
import { laneProgress } from './lane/progress.ts';
import { missionNotificationsFor } from './notification.ts';
import { missionProgress } from './progress.ts';
import { missionRoles } from './roles/index.ts';
import type { Mission } from './state.ts';
import { missionView } from './view.ts';

const noStart = { start: () => [], repeats: new Set<string>() };

export const logic: WorkflowLogic<keyof typeof missionRoles> = {
  async loadMachines() {
    const [{ mission }, { lane }, { competition }] = await Promise.all([
      import('./machine.ts'),
      import('./lane/machine.ts'),
      import('./competition/machine.ts'),
    ]);
    return [mission as Machine, lane as Machine, competition as Machine];
  },
  roles: missionRoles,
  progress: {
    mission: { ...noStart, move: (from, answers, to) => missionProgress(from as Mission, answers, to as Mission) },
    lane: {
      ...noStart,
      move: (from, _, to) => laneProgress(from as LaneState, to as LaneState),
      isPartOfParent: true,
    },
    competition: { ...noStart, move: () => [], isPartOfParent: true },
  },
  notificationsFor: missionNotificationsFor,
  document: missionView,
};
