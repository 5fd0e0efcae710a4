/** Starts, resumes and stops runs. */

import type { Params } from '@harness/core/codes';
import type { FailedStep } from '@harness/core/journal/failed-step';
import type { Changes } from '@harness/core/machine/machine';
import { runningChildren } from './children.ts';
import { drive } from './drive.ts';
import { stopId } from './inbox.ts';
import { type OpenJournal, openJournal } from './journal.ts';
import { reopenRuns } from './reopen-runs.ts';
import { type RunStart, startJournal } from './start-run.ts';
import type { Store } from './store/store.ts';
import type { DriveResult, World } from './world.ts';

/** `started` is called when the journal exists. */
export async function startAndDriveRun(
  world: World,
  start: RunStart,
  signal: AbortSignal,
  started?: () => Promise<void>,
): Promise<DriveResult> {
  const journal = await startJournal(world, start);
  await started?.();
  return drive(start.run, world, signal, journal);
}

export interface ResumeOptions {
  /** Name of the person who resumes it, or `daemon`; `undefined` if unknown. */
  readonly by?: string;
  /** Settings from now on. Retry counts of a failure that parked the run start again. */
  readonly settings: Params;
  /** Changes of a person, which the machine applies to its state. */
  readonly changes: Changes;
  /** Steps at which the run and its children failed, if it has ended; they are repeated. */
  readonly failed?: readonly FailedStep[];
}

/** `resumed` is called when the changes are durable. */
export async function resumeRun(
  world: World,
  run: string,
  { by, settings, changes, failed = [] }: ResumeOptions,
  signal: AbortSignal,
  resumed?: () => Promise<void>,
): Promise<DriveResult> {
  await reopenRuns(failed, world);
  const journal = await openJournal(run, world);
  const { log } = journal;
  journal.note({ type: 'noted', code: 'run.resumed', params: by === undefined ? settings : { ...settings, by } });
  const machine = world.machines.get(log.machine);
  const state = log.ended || log.version !== machine?.version ? log.state : machine.adjust(log.state, changes);
  if (JSON.stringify(state) !== JSON.stringify(log.state))
    journal.note({ type: 'upgraded', version: log.version, state });
  await journal.flush();
  await resumed?.();
  await resumeChildren(journal, world, settings);
  return drive(run, world, signal, journal);
}

/** Resets the retry counts of parked children: a person cannot resume a child separately. */
async function resumeChildren(parent: OpenJournal, world: World, settings: Params): Promise<void> {
  for (const { run } of runningChildren(parent)) {
    const child = await openJournal(run, world);
    if (child.log.length === 0 || child.log.ended) continue;
    if (child.log.parked.size > 0) {
      child.note({ type: 'noted', code: 'run.resumed', params: settings });
      await child.flush();
    }
    await resumeChildren(child, world, settings);
  }
}

/** Puts a stop signal into the inbox, for the current or the next owner. */
export async function requestStop(store: Pick<Store, 'inbox'>, run: string, by: string, atMs: number): Promise<void> {
  await store.inbox(run).put(stopId, { version: 1, type: 'signal', name: stopId, choice: stopId, by, atMs });
}
