/** What can be done with a run: begin it, go on with it, end it. */

import type { Params } from '@harness/core/codes';
import type { Changes } from '@harness/core/machine/machine';
import { runningChildren } from './children.ts';
import { drive } from './drive.ts';
import { stopId } from './inbox.ts';
import { type OpenJournal, openJournal } from './journal.ts';
import { type RunStart, startRun } from './start-run.ts';
import type { Store } from './store/store.ts';
import type { DriveResult, World } from './world.ts';

export async function beginRun(world: World, beginning: RunStart, signal: AbortSignal): Promise<DriveResult> {
  return drive(beginning.run, world, signal, await startRun(world, beginning));
}

export interface ResumeOptions {
  /** Who goes on with it: a person by name, or `daemon`. */
  readonly by?: string;
  /** They hold from now on; what was parked by a failure gets a fresh count. */
  readonly settings: Params;
  /** What a person wants otherwise from now on, for the machine to take up. */
  readonly changes: Changes;
}

export async function resumeRun(
  world: World,
  run: string,
  { by, settings, changes }: ResumeOptions,
  signal: AbortSignal,
): Promise<DriveResult> {
  const journal = await openJournal(run, world);
  const { log } = journal;
  journal.note({ type: 'noted', code: 'run.resumed', params: by === undefined ? settings : { ...settings, by } });
  const machine = world.machines.get(log.machine);
  const state = log.ended || log.version !== machine?.version ? log.state : machine.adjust(log.state, changes);
  if (JSON.stringify(state) !== JSON.stringify(log.state))
    journal.note({ type: 'upgraded', version: log.version, state });
  await journal.flush();
  await leadOn(journal, world, settings);
  return drive(run, world, signal, journal);
}

/** What was parked by a failure in a child gets its fresh count too: nobody can resume a child by itself. */
async function leadOn(parent: OpenJournal, world: World, settings: Params): Promise<void> {
  for (const { run } of runningChildren(parent)) {
    const child = await openJournal(run, world);
    if (child.log.length === 0 || child.log.ended) continue;
    if ([...child.log.failed.values()].some(({ parks }) => parks)) {
      child.note({ type: 'noted', code: 'run.resumed', params: settings });
      await child.flush();
    }
    await leadOn(child, world, settings);
  }
}

/** Puts the wish to stop where the owner looks, whoever that is or will be. */
export async function requestStop(store: Pick<Store, 'inbox'>, run: string, by: string, atMs: number): Promise<void> {
  await store.inbox(run).put(stopId, { version: 1, type: 'signal', name: stopId, choice: stopId, by, atMs });
}
