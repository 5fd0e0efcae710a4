/** Performs `git`: opens, saves, commits and closes lanes, each exactly once. */

import { realpath } from 'node:fs/promises';
import type { CheckReport } from '@harness/core/effects/check';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import type { InstructionFolders } from '@harness/core/test-guard/instructions';
import { type Operations, operationPerformer, type RunPlaces } from '../operation-performer.ts';
import type { GitContext } from './context.ts';
import { commonDir } from './git-dir.ts';
import { performCheckpoint } from './lane/checkpoint.ts';
import { performCloseLane } from './lane/close-lane.ts';
import { performContinueLane } from './lane/continue-lane.ts';
import { performInspectScope } from './lane/inspect-scope.ts';
import { performInspectTests } from './lane/inspect-tests.ts';
import { performKeepLane } from './lane/keep-lane.ts';
import { performMeasureChange } from './lane/measure-change.ts';
import { performOpenLane } from './lane/open-lane.ts';
import { performPrepareMerge, performPublishLane } from './lane/publish-lane.ts';
import { performReadChange } from './lane/read-change.ts';
import { performReopenLane } from './lane/reopen-lane.ts';
import { performRestoreLane } from './lane/restore-lane.ts';
import { performSyncLane } from './lane/sync-lane.ts';
import { waitForLeftoverGit } from './leftover-git.ts';
import { createProcessCache } from './process-cache.ts';
import { performCommitLane } from './refs/commit.ts';

interface Settings extends RunPlaces {
  /** Performer of `check`, which also runs installations, in the same sandbox with the same limits. */
  readonly check?: Performer<AbortSignal>;
  readonly folders?: InstructionFolders;
}

const operations: Operations<GitContext> = {
  'open-lane': performOpenLane,
  'reopen-lane': performReopenLane,
  'continue-lane': performContinueLane,
  checkpoint: performCheckpoint,
  'inspect-tests': performInspectTests,
  'commit-lane': performCommitLane,
  'close-lane': performCloseLane,
  'sync-lane': performSyncLane,
  'publish-lane': performPublishLane,
  'prepare-merge': performPrepareMerge,
  'keep-lane': performKeepLane,
  'inspect-scope': performInspectScope,
  'restore-lane': performRestoreLane,
  'read-change': performReadChange,
  'weigh-change': performMeasureChange,
};

/** Only reading large files ends with the signal: other operations are short and should complete. */
export const gitPerformer = (settings: Settings): Performer<AbortSignal> =>
  operationPerformer<GitContext>({
    kind: 'git',
    repo: settings.repo,
    operations,
    open: (context) => workOf(settings, context),
    async around(work, act) {
      if (work.interrupted || isFirstOf(work)) await waitForLeftoverGit(work.repo);
      return act();
    },
  });

/** Run groups whose operations this process performs. */
const performed = createProcessCache<true>();

/**
 * A git that outlived its process belongs to an operation without an answer, which is interrupted, or to another run,
 * which died before. Reading the process table for every operation would take longer than some of them.
 */
function isFirstOf({ repo, run }: GitContext): boolean {
  const group = `${repo}\0${run.split('.')[0]}`;
  const isFirst = !performed.has(group);
  performed.set(group, true);
  return isFirst;
}

const maxNamed = 10;

async function workOf(
  { repo, runFolder, check, folders }: Settings,
  context: PerformContext<AbortSignal>,
): Promise<GitContext> {
  const { run, key, interrupted } = context;
  const kept = (ref: string) => context.note('work.kept', { ref });
  const overlaps = (lane: string, files: readonly string[]) =>
    context.note('lane.overlaps', { lane, files: files.slice(0, maxNamed).join(', '), count: files.length });
  const denied = (why: string) => (files: readonly string[]) =>
    context.note('agent.denied', { path: files.slice(0, maxNamed).join(', '), step: 'checkpoint', why });
  const root = await realpath(repo);
  return {
    repo: root,
    common: await commonDir(root),
    run,
    key,
    runFolder: runFolder(run),
    interrupted,
    folders,
    signal: context.signal,
    kept,
    leftOut: denied('harness'),
    restored: denied('frozen'),
    overlaps,
    installing: (command) => context.note('dependencies.installing', { command }),
    notIsolated: (detail) => context.note('checks.unproven', { why: 'dependencies', detail }),
    ...(check
      ? { command: async (input) => (await check.perform(input, context)).outcome as Outcome<CheckReport> }
      : {}),
  };
}
