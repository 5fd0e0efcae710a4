/** A clock. The moment follows from the journal, so it fires once, also after downtime (E7). */
import type { SleepInput } from '@harness/core/effects/sleep';
import type { Wait } from '../settling.ts';

export const waitForSleep: Wait = async ({ key, effect }, { journal, world, signal }) => {
  const [need = key] = key.split('#'); // one wait among several was asked for with them
  const askedAtMs = journal.log.asked.get(need)?.atMs ?? world.clock.nowMs();
  await world.clock.until(askedAtMs + (effect.input as SleepInput).ms, signal);
  return { is: 'came', value: 'slept' };
};
