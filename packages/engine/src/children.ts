/** Finds, starts and stops the children of a run. */
import type { CallInput, CallResult } from '@harness/core/effects/call';
import { waitParts } from '@harness/core/effects/first';
import type { ReopenInput } from '@harness/core/effects/reopen';
import { childId } from '@harness/core/effects/spawn';
import { stopId } from './inbox.ts';
import { type OpenJournal, openJournal } from './journal.ts';
import type { Need } from './next-action.ts';
import { reopenRuns } from './reopen-runs.ts';
import type { GroupMember, RunGroup } from './run-group.ts';
import { startJournal } from './start-run.ts';

export interface Child {
  readonly run: string;
  /** True while the need that starts the child has no answer: the child may not exist yet. */
  readonly isOpen: boolean;
}

const childEffectKinds = new Set(['spawn', 'reopen', 'call', 'any-child', 'first']);

/** All spawned, reopened or called children, except those whose end the run has seen since. */
export function runningChildren({ run, log }: Pick<OpenJournal, 'run' | 'log'>): readonly Child[] {
  const children = new Map<string, Child>();
  const begin = (child: string, isOpen: boolean) => children.set(child, { run: child, isOpen });
  for (const [whole, { effect }] of log.asked) {
    if (!childEffectKinds.has(effect.kind)) continue; // skips most entries of a long journal
    for (const { key, effect: part, valueIn } of waitParts(whole, effect)) {
      const outcome = log.answered.get(whole);
      const value = outcome?.ok ? valueIn(outcome.value) : undefined;
      const { kind } = part;
      if (kind === 'spawn' || kind === 'call') begin(childId(run, key), !outcome);
      if (kind === 'reopen' && value !== null) begin((part.input as ReopenInput).child, !outcome);
      if ((kind === 'call' || kind === 'any-child') && value) children.delete((value as CallResult<unknown>).child);
    }
  }
  return [...children.values()];
}

/** Starts the child of this need, once, and drives it. */
export async function startChild({ key, effect }: Need, { run, log }: OpenJournal, group: RunGroup): Promise<string> {
  const { machine, title, input } = effect.input as CallInput;
  const child = childId(run, key);
  if (!group.has(child)) await startJournal(group.world, { run: child, machine, title, settings: log.settings, input });
  group.launch(child);
  return child;
}

/** E11: opens a failed child again, once, and drives it. `null` if it cannot be resumed. */
export async function reopenChild({ effect }: Need, group: RunGroup): Promise<string | null> {
  const input = effect.input as ReopenInput;
  const { log } = await openJournal(input.child, group.world);
  if (log.length === 0) return null;
  // A child that has not ended was reopened before a crash.
  const steps = log.ended ? await group.world.prepareReopen(input) : [];
  if (log.ended && steps.length === 0) return null;
  await reopenRuns(steps, group.world);
  group.forget(steps.map(({ run }) => run));
  group.launch(input.child);
  return input.child;
}

/** E9: asks all running children to stop. Returns when each has released what it holds. */
export async function stopChildren(journal: OpenJournal, group: RunGroup, by: string): Promise<void> {
  const message = { version: 1, type: 'signal', name: stopId, choice: stopId, by } as const;
  const { inbox, clock } = group.world;
  await Promise.all(
    runningChildren(journal).map(async ({ run }) => {
      const sendStop = () => inbox(run).put(stopId, { ...message, atMs: clock.nowMs() });
      const child = await launchToEnd(run, group, sendStop);
      await child.opened;
      if (child.driveResult?.is === 'ended') return;
      await sendStop();
      await group.finish(run);
    }),
  );
}

/** Sends the stop to a child that is not driven yet before it is launched. Otherwise it would resume its work first. */
async function launchToEnd(run: string, group: RunGroup, sendStop: () => Promise<unknown>): Promise<GroupMember> {
  if (group.has(run)) return group.launch(run);
  const journal = await openJournal(run, group.world);
  if (journal.log.length > 0 && !journal.log.ended) await sendStop();
  return group.launch(run, journal);
}
