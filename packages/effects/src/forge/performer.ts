/** Performs `forge`: each operation finds the result of an earlier try, and nothing is ever forced. */
import type { PullRequest } from '@harness/core/effects/forge';
import type { OperationInput } from '@harness/core/effects/operation';
import type { Performer, PerformResult } from '@harness/core/effects/performer';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { sectionsOf } from '@harness/core/forge/body';
import { namesOfColour, overallColour, relevantChecks } from '@harness/core/forge/checks';
import { reviewStateOf } from '@harness/core/forge/reviews';
import { writeArtifact } from '../artifact/store.ts';
import { toGitOutcome } from '../git/git-outcome.ts';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { type BlockArgs, performBlockPlans } from './block-plans.ts';
import { systemWatchClock, type WatchClock } from './clock.ts';
import { type FileArgs, performFilePlan } from './file-plan.ts';
import { followBase } from './follow-base.ts';
import type { Forge, ForgeTask, MergeArgs, OpenArgs, PushArgs } from './forge.ts';
import { ForgeError } from './forge-error.ts';
import { performWatchChecks, performWatchMerge } from './watch.ts';
import { performWatchWork, type WatchArgs } from './watch-work.ts';

interface Settings {
  /** Called once, before the first operation. */
  forge(): Promise<Forge>;
  readonly repo: string;
  runFolder(run: string): string;
  readonly clock?: WatchClock;
}

interface Tools extends Required<Omit<Settings, 'forge'>> {
  readonly forge: Forge;
  /** Creates the forge again after a failure, for watches. */
  again(): Promise<Forge>;
}

type Perform = (tools: Tools, args: never, task: ForgeTask) => Promise<unknown>;

const operations: Readonly<Record<string, Perform>> = {
  'push-branch': async ({ forge, clock }, args: PushArgs, task) => {
    await forge.push(args, task);
    return { commit: args.commit, atMs: clock.now() };
  },
  'fetch-base': async ({ forge, repo }, { base }: { base: string }, task) => {
    const commit = await forge.fetchBase(base, task);
    return { commit, local: await followBase(repo, base, commit) };
  },
  'open-pull': ({ forge }, args: OpenArgs, task) =>
    forge.open({ ...args, title: clean(args.title), body: clean(args.body) }, task),
  'read-pull': readPull,
  'find-pull': async ({ forge }, { branch, base }: { branch: string; base: string }, task) => ({
    pull: await forge.find(branch, base, task),
  }),
  'watch-checks': ({ forge, clock }, args: Parameters<typeof performWatchChecks>[1], task) =>
    performWatchChecks(forge, args, task, clock),
  'label-pull': async ({ forge }, { pull, label }: { pull: number; label: string }, task) => {
    await forge.label(pull, label, task);
    return { label };
  },
  'merge-pull': ({ forge }, args: MergeArgs, task) =>
    forge.merge({ ...args, title: clean(args.title), message: clean(args.message) }, task),
  'watch-merge': ({ forge, clock }, args: Parameters<typeof performWatchMerge>[1], task) =>
    performWatchMerge(forge, args, task, clock),
  'block-plans': ({ forge, repo }, args: BlockArgs, task) => performBlockPlans(forge, repo, args, task, clean),
  'file-plan': async ({ forge, repo }, args: FileArgs, task) => {
    const filed = await performFilePlan(forge, repo, args, task);
    return { ...filed, local: await followBase(repo, args.base, await forge.fetchBase(args.base, task)) };
  },
  'watch-work': ({ again, repo, clock }, args: WatchArgs, task) => performWatchWork(again, repo, args, task, clock),
  'list-merged': async ({ forge }, { base, most }: { base: string; most: number }, task) => ({
    merged: await forge.listMerged(base, most, task),
  }),
};

/** Removes secrets from the texts of agents before people see them. */
const clean = (text: string): string => ownRedactor().text(text);

async function readPull(
  { forge, runFolder }: Tools,
  { pull, ignore = [] }: { pull: number; ignore?: readonly string[] },
  task: ForgeTask,
): Promise<PullRequest> {
  const { body, ...look } = await forge.look(pull, task);
  const reviews = await forge.reviews(pull, task);
  const checks = relevantChecks((await forge.checks({ ...look, body }, task)).checks, ignore);
  return {
    ...look,
    body: await writeArtifact(runFolder(task.run), `${task.key}.md`, body),
    sections: sectionsOf(body),
    ...reviewStateOf(reviews),
    checks: {
      colour: overallColour(checks),
      red: namesOfColour(checks, 'red'),
      pending: namesOfColour(checks, 'pending'),
    },
  };
}

export const forgePerformer = (settings: Settings): Performer<AbortSignal> => {
  let forge: Promise<Forge> | undefined;
  const openForge = () => {
    forge ??= settings.forge();
    forge.catch(() => {
      forge = undefined; // a token may be set next time
    });
    return forge;
  };
  const { repo, runFolder, clock = systemWatchClock } = settings;
  return withRedaction(
    {
      kind: 'forge',
      afterCrash: 'reconcile',
      async perform(input, context): Promise<PerformResult> {
        const { op, args } = input as OperationInput;
        const perform = operations[op];
        if (perform === undefined) throw new Error(`No such operation of the forge: ${op}`);
        const { run, key, signal } = context;
        signal.throwIfAborted();
        const task: ForgeTask = { effect: `${run}/${key}`, run, key, signal, context };
        const outcome = await toGitOutcome(op, runFolder(run), () =>
          toOutcome(async () =>
            perform({ forge: await openForge(), again: openForge, repo, runFolder, clock }, args as never, task),
          ),
        );
        return { outcome };
      },
    },
    ownRedactor,
  );
};

async function toOutcome(act: () => Promise<unknown>): Promise<Outcome<unknown>> {
  try {
    return ok(await act());
  } catch (error) {
    if (error instanceof ForgeError) return { ok: false, failure: error.failure };
    throw error;
  }
}
