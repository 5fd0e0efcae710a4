/** Performs `git`: opens, saves, commits and closes lanes, each exactly once. */

import { realpath } from 'node:fs/promises';
import type { CheckReport } from '@harness/core/effects/check';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import { type Operations, operationPerformer, type RunPlaces } from '../operation-performer.ts';
import type { GitContext } from './context.ts';
import { commonDir } from './git-dir.ts';
import { checkpoint } from './lane/checkpoint.ts';
import { closeLane } from './lane/close-lane.ts';
import { continueLane } from './lane/continue-lane.ts';
import { inspectScope } from './lane/inspect-scope.ts';
import { inspectTests } from './lane/inspect-tests.ts';
import { keepLane } from './lane/keep-lane.ts';
import { weighChange } from './lane/measure-change.ts';
import { openLane } from './lane/open-lane.ts';
import { findProofs, restoreLane, rewindLane } from './lane/prove-tests.ts';
import { publishLane } from './lane/publish-lane.ts';
import { readChange } from './lane/read-change.ts';
import { syncLane } from './lane/sync-lane.ts';
import { waitForLeftoverGit } from './leftover-git.ts';
import { commitLane } from './refs/commit.ts';

interface Settings extends RunPlaces {
  /** Performer of `check`, which also runs installations, in the same sandbox with the same limits. */
  readonly check?: Performer<AbortSignal>;
}

const operations: Operations<GitContext> = {
  'open-lane': openLane,
  'continue-lane': continueLane,
  checkpoint,
  'inspect-tests': inspectTests,
  'commit-lane': commitLane,
  'close-lane': closeLane,
  'sync-lane': syncLane,
  'publish-lane': publishLane,
  'keep-lane': keepLane,
  'inspect-scope': inspectScope,
  'find-proofs': findProofs,
  'rewind-lane': rewindLane,
  'restore-lane': restoreLane,
  'read-change': readChange,
  'weigh-change': weighChange,
};

/** Ignores the signal: operations are short and should complete. */
export const gitPerformer = (settings: Settings): Performer<AbortSignal> =>
  operationPerformer<GitContext>({
    kind: 'git',
    repo: settings.repo,
    operations,
    open: (context) => workOf(settings, context),
    async around(work, act) {
      await waitForLeftoverGit(work.repo);
      return act();
    },
  });

const maxNamed = 10;

async function workOf({ repo, runFolder, check }: Settings, context: PerformContext<AbortSignal>): Promise<GitContext> {
  const { run, key, interrupted } = context;
  const kept = (ref: string) => context.note('work.kept', { ref });
  const overlaps = (lane: string, files: readonly string[]) =>
    context.note('lane.overlaps', { lane, files: files.slice(0, maxNamed).join(', '), count: files.length });
  const leftOut = (files: readonly string[]) =>
    context.note('agent.denied', { path: files.slice(0, maxNamed).join(', '), step: 'checkpoint', why: 'harness' });
  const root = await realpath(repo);
  return {
    repo: root,
    common: await commonDir(root),
    run,
    key,
    runFolder: runFolder(run),
    interrupted,
    kept,
    leftOut,
    overlaps,
    installing: (command) => context.note('dependencies.installing', { command }),
    ...(check
      ? { command: async (input) => (await check.perform(input, context)).outcome as Outcome<CheckReport> }
      : {}),
  };
}
