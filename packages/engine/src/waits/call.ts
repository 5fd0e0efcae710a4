/** A child run: started once, by an id made of the key that calls it, and driven until it ends. */
import type { Called, CallInput } from '@harness/core/effects/call';
import type { Wait } from '../settling.ts';
import { start } from '../start.ts';

/** `run` and `4/lane` become `run.4.lane`: one folder a run, and the parent can be read off. */
export const childId = (run: string, key: string): string => `${run}.${key.replaceAll('/', '.')}`;

export const waitForCall: Wait = async ({ key, effect }, { journal, world, driveChild }) => {
  const { machine, title, input } = effect.input as CallInput;
  const child = childId(journal.run, key);
  await start(world, { run: child, machine, title, settings: journal.log.settings, input });
  const standing = await driveChild(child);
  if (standing.is !== 'ended') return standing;
  return { is: 'came', value: { child, end: standing.end, result: standing.result } satisfies Called<unknown> };
};
