/** What can be done with a run: begin it, go on with it, end it, list all there are. */

import type { Params } from '@harness/core/failure';
import { type Entry, fold, type Log } from '@harness/core/journal';
import { drive } from './drive.ts';
import { stopId } from './inbox.ts';
import { openJournal } from './journal.ts';
import { type Beginning, start } from './start.ts';
import { isChildOf, rootOf, type Store } from './store/store.ts';
import type { Standing, World } from './world.ts';

export async function begin(world: World, beginning: Beginning, signal: AbortSignal): Promise<Standing> {
  await start(world, beginning);
  return drive(beginning.run, world, signal);
}

/** `settings` hold from now on; what was parked by a failure gets a fresh count. */
export async function resume(world: World, run: string, settings: Params, signal: AbortSignal): Promise<Standing> {
  const journal = await openJournal(run, world);
  journal.note({ type: 'noted', code: 'run.resumed', params: settings });
  await journal.flush();
  return drive(run, world, signal);
}

/** Puts the wish to stop where the owner looks, whoever that is or will be. */
export async function askToStop(store: Pick<Store, 'inbox'>, run: string, by: string, atMs: number): Promise<void> {
  await store.inbox(run).put(stopId, { version: 1, type: 'signal', name: stopId, choice: stopId, by, atMs });
}

export interface Found {
  readonly run: string;
  readonly entries: readonly Entry[];
  readonly log: Log;
}

/** A run and its children, the run first. */
export async function family(store: Store, run: string): Promise<readonly Found[]> {
  const root = rootOf(run);
  const members = (await store.runs()).filter((other) => other === root || isChildOf(other, root)).sort();
  return Promise.all(members.map((member) => find(store, member)));
}

export async function find(store: Store, run: string): Promise<Found> {
  const entries = await store.read(run);
  return { run, entries, log: fold(entries) };
}
