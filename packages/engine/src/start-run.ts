/** Starts a run once per id. The first entry holds everything that a resume needs. */
import type { Params } from '@harness/core/codes';
import { type OpenJournal, openJournal } from './journal.ts';
import type { World } from './world.ts';

export interface RunStart {
  readonly run: string;
  readonly machine: string;
  readonly title: string;
  readonly settings: Params;
  readonly input: unknown;
}

export async function startJournal(
  world: World,
  { run, machine, title, settings, input }: RunStart,
): Promise<OpenJournal> {
  const found = world.machines.get(machine);
  if (!found) throw new Error(`No machine ${machine}`);
  const journal = await openJournal(run, world);
  if (journal.log.length > 0) return journal;
  const { version } = found;
  journal.note({ type: 'started', machine, version, title, settings, input, state: found.start(input) });
  await journal.flush();
  return journal;
}
