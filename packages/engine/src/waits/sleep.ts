/** Waits for a time that follows from the journal, so the timer fires once, also after downtime (E7). */
import type { SleepInput } from '@harness/core/effects/sleep';
import { dueMs } from '../clock.ts';
import type { WaitHandler } from '../effect-context.ts';

export const waitForSleep: WaitHandler = async ({ key, effect }, { journal, world, signal }) => {
  const [need = key] = key.split('#'); // a wait inside `first` was requested with the whole
  const nowMs = world.clock.nowMs();
  const askedAtMs = journal.log.asked.get(need)?.atMs ?? nowMs;
  await world.clock.until(dueMs(askedAtMs, (effect.input as SleepInput).ms, nowMs), signal);
  return { is: 'came', value: 'slept' };
};
