/**
 * The place that an effect has among those that work at the same time (E10).
 *
 * It is taken before the effect begins and given up while it waits for its next try: whoever waits keeps nobody from
 * working, and a freeze that came meanwhile holds the next try as it holds everything else that is new.
 */
import type { Effect } from '@harness/core/machine/machine';
import type { Slot } from './effect-context.ts';
import type { World } from './world.ts';

/** For waits, and for what a run gives back: nothing keeps them waiting. */
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
