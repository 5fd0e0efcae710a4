/**
 * Slot of an effect among those that run at the same time (E10).
 *
 * The effect takes it before it starts and frees it while it waits for its next try. Other effects can then run, and a
 * freeze also holds the next try.
 */
import type { Effect } from '@harness/core/machine/machine';
import type { Slot } from './effect-context.ts';
import type { World } from './world.ts';

/** For waits and releases, which no gate holds. */
export const unlimitedSlot: Slot = { enter: () => undefined, leave: () => {} };

export function slotFor(effect: Effect, run: string, { admit }: World, signal: AbortSignal): Slot {
  let go: (() => void) | undefined;
  const enter: Slot['enter'] = () => {
    const admission = admit(effect, run);
    if ('held' in admission) return { is: 'held', because: admission.held };
    if ('turn' in admission) return inTurn(admission.turn(signal));
    go = admission.go;
    return undefined;
  };
  const inTurn = async (turn: Promise<void>) => {
    await turn;
    signal.throwIfAborted();
    return enter();
  };
  return {
    enter,
    leave() {
      go?.();
      go = undefined;
    },
  };
}
