/** Connects runs of mission to the command line. */

import { messagesFor } from '@harness/core/messages/index';
import type { MissionJob } from '@harness/core/workflows/mission/machine';
import { type Listener, listenToEntries } from '../../run/listener.ts';
import type { WorkflowParts } from '../../workflow.ts';
import { createMissionArchiver } from './archive-mission.ts';
import { applyGrantFiles } from './checkpoints.ts';
import { missionControl } from './control.ts';
import { readEditedPlan } from './edited-plan.ts';
import { missionExample } from './example.ts';
import { createFeaturesFile } from './features-file.ts';
import { createHooks, withHooks } from './hooks.ts';
import { createIssueFiles } from './issue-files.ts';
import { createManifestFiles } from './manifest-files.ts';
import { createMemoryFile } from './memory-file.ts';
import { missionHaltReason, missionLines } from './result.ts';
import { createSnapshots } from './snapshots.ts';

function listenWithHooks(root: string, language: string | undefined, warn: (text: string) => void): Listener {
  const { 'hook.failed': failed } = messagesFor(language).notes;
  const hooks = createHooks(root, (hook, detail) => warn(`${failed({ hook, detail })}\n`));
  return { ...listenToEntries(hooks), settled: () => hooks.settled() };
}

export const parts: WorkflowParts = {
  worksInCheckout: (input) => (input as MissionJob).checkout !== undefined,
  needsForge: (input) => (input as MissionJob).onPass === 'pr',
  ended: missionLines,
  waiting: missionLines,
  haltReason: missionHaltReason,
  viewFiles: [
    createFeaturesFile,
    createMemoryFile,
    createManifestFiles,
    createIssueFiles,
    createSnapshots, // after the files that it copies
    createMissionArchiver, // last, because it moves the others
  ],
  listeners: ({ root, language, warn }) => [listenWithHooks(root, language, warn)],
  wrapAgents: withHooks,
  control: missionControl,
  examples: { mission: missionExample },
  resume: {
    before: ({ root, store, run }) => applyGrantFiles(root, store, run),
    changes: ({ root, entries, state }) => readEditedPlan(root, entries, state),
  },
};
