/** Performs `git`: opens, saves, commits and closes lanes, each exactly once. */
import { realpath } from 'node:fs/promises';
import type { CheckReport } from '@harness/core/effects/check';
import type { OperationInput } from '@harness/core/effects/operation';
import type { PerformContext, Performed, Performer } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { GitContext } from './context.ts';
import { commonDir } from './git-dir.ts';
import { toGitOutcome } from './git-outcome.ts';
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

interface Settings {
  readonly repo: string;
  runFolder(run: string): string;
  /** Performer of `check`, which also runs installations, in the same sandbox with the same limits. */
  readonly check?: Performer<AbortSignal>;
}

type Perform = (work: GitContext, args: never) => Promise<Outcome<unknown>>;

const operations: Readonly<Record<string, Perform>> = {
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
  withRedaction(performerFor(settings), ownRedactor);

const performerFor = (settings: Settings): Performer<AbortSignal> => ({
  kind: 'git',
  afterCrash: 'reconcile',
  async perform(input, context): Promise<Performed> {
    const { op, args } = input as OperationInput;
    const perform = operations[op];
    if (perform === undefined) throw new Error(`No such operation of git: ${op}`);
    const outcome = await toGitOutcome(op, settings.repo, async () => {
      const work = await workOf(settings, context);
      await waitForLeftoverGit(work.repo);
      return perform(work, args as never);
    });
    return { outcome };
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
