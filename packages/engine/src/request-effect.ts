/**
 * Asks for one need and brings it to its answer.
 *
 *   E1. It is asked for durably before anything happens. What is asked for at the same time is one append, so everything
 *       up to the first wait here is done at once.
 *   E8. What it may cost is reserved with it. Under a cap that has no room it is answered without being performed.
 *   E10. It is asked for only when it is let in.
 */

import type { Reservation } from '@harness/core/budget/ledger';
import { isAct } from '@harness/core/effects/kinds';
import type { EffectContext, EffectResult } from './effect-context.ts';
import type { Need } from './next-action.ts';
import { journalAnswer, performEffect } from './perform-effect.ts';
import { slotFor, unlimitedSlot } from './slot.ts';

export async function requestEffect(need: Need, asking: Omit<EffectContext, 'place'>): Promise<EffectResult> {
  const { journal, world, signal } = asking;
  const isFree = !isAct(need.effect) || journal.log.stopping !== undefined; // what gives back is never kept waiting
  if (isFree) return begin(need, { ...asking, place: unlimitedSlot });

  const context = { ...asking, place: slotFor(need.effect, journal.run, world, signal) };
  const entered = context.place.enter();
  if (entered instanceof Promise) await journal.flush(); // what was answered and paid for is kept, however long the turn takes
  const held = entered instanceof Promise ? await entered : entered;
  if (held) return held;
  try {
    const room = world.purse.reserve(journal.run, need.key, need.effect);
    if (room.ok) return await begin(need, context, room.value);
    note(need, context);
    return await journalAnswer(need.key, room, context);
  } finally {
    context.place.leave();
  }
}

async function begin(need: Need, context: EffectContext, reserved?: Reservation): Promise<EffectResult> {
  note(need, context, reserved);
  await context.journal.flush(); // nothing happens before this line
  return performEffect(need, context);
}

function note({ key, effect }: Need, { journal, world }: EffectContext, reserved?: Reservation): void {
  // A state holds no key, so what it needs holds none. Else it would be asked for under a new name for ever, and paid for.
  if (world.redact(effect) !== effect) throw new Error(`What ${key} asks for holds what must not be written`);
  for (const fact of world.preface(journal.run)) journal.note(fact);
  if (!journal.log.asked.has(key)) journal.note({ type: 'asked', key, effect, ...(reserved ? { reserved } : {}) });
}
