/** Exports the machines, roles and progress lines of autopilot. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import type { SessionPhaseState } from './phase/job.ts';
import { phaseProgress, sessionProgress, workProgress } from './progress.ts';
import { autopilotRoles } from './roles/index.ts';
import type { Autopilot } from './state.ts';
import { sessionJson } from './view.ts';
import type { AutopilotWorkState } from './work/job.ts';

const noStart = { start: () => [], repeats: new Set<string>() };
/** A review has a line of its own: the settings of the session decide which findings block. */
const withReview = { ...noStart, repeats: new Set([autopilotRoles['autopilot.reviewer'].id]) };

export const logic: WorkflowLogic<keyof typeof autopilotRoles> = {
  async loadMachines() {
    const [{ autopilot }, { autopilotPhase }, { autopilotWork }, { autopilotDocuments }] = await Promise.all([
      import('./machine.ts'),
      import('./phase/machine.ts'),
      import('./work/machine.ts'),
      import('./documents/machine.ts'),
    ]);
    return [autopilot as Machine, autopilotPhase as Machine, autopilotWork as Machine, autopilotDocuments as Machine];
  },
  roles: autopilotRoles,
  progress: {
    autopilot: {
      ...withReview,
      move: (from, answers, to) => sessionProgress(from as Autopilot, answers, to as Autopilot),
    },
    'autopilot-phase': {
      ...withReview,
      move: (from, answers, to) => phaseProgress(from as SessionPhaseState, answers, to as SessionPhaseState),
      isPartOfParent: true,
    },
    'autopilot-work': {
      ...noStart,
      move: (from, answers, to) => workProgress(from as AutopilotWorkState, answers, to as AutopilotWorkState),
      isPartOfParent: true,
    },
    'autopilot-documents': { ...noStart, move: () => [], isPartOfParent: true },
  },
  document: sessionJson,
  rerun: ({ title }, quote) => `autopilot ${quote(title)}`,
};
