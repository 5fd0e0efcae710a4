/**
 * Requests one need and settles it.
 *
 *   E1. `asked` is durable before anything happens. Requests made at the same time are one append, so everything
 *       before the first `await` runs synchronously.
 *   E8. The possible cost is reserved with `asked`. If it does not fit under a cap, the effect fails unperformed.
 *   E10. `asked` is written only after the gates admit the effect.
 */

import type { Reservation } from '@harness/core/budget/ledger';
import { isAct } from '@harness/core/effects/kinds';
import type { EffectContext, EffectResult } from './effect-context.ts';
import type { Need } from './next-action.ts';
import { journalAnswer, performEffect } from './perform-effect.ts';
import { slotFor, unlimitedSlot } from './slot.ts';

export async function requestEffect(need: Need, asking: Omit<EffectContext, 'slot'>): Promise<EffectResult> {
  const { journal, world, signal } = asking;
  const isFree = !isAct(need.effect) || journal.log.stopping !== undefined; // a release never waits for a slot
  if (isFree) return begin(need, { ...asking, slot: unlimitedSlot });

  const context = { ...asking, slot: slotFor(need.effect, journal.run, world, signal) };
  const entered = context.slot.enter();
  if (entered instanceof Promise) await journal.flush(); // keep paid answers: the slot may take long
  const held = entered instanceof Promise ? await entered : entered;
  if (held) return held;
  try {
    const room = world.purse.reserve(journal.run, need.key, need.effect);
    if (room.ok) return await begin(need, context, room.value);
    note(need, context);
    return await journalAnswer(need.key, room, context);
  } finally {
    context.slot.leave();
  }
}

async function begin(need: Need, context: EffectContext, reserved?: Reservation): Promise<EffectResult> {
  note(need, context, reserved);
  await context.journal.flush(); // nothing is performed before this
  return performEffect(need, context);
}

function note({ key, effect }: Need, { journal, world }: EffectContext, reserved?: Reservation): void {
  // States contain no secret: a redacted effect would differ from its request and be asked and paid for repeatedly.
  if (world.redact(effect) !== effect)
    throw new Error(`The input of ${key} contains a secret, which must not be written to the journal`);
  for (const fact of world.preface(journal.run, journal.log)) journal.note(fact);
  if (!journal.log.asked.has(key)) journal.note({ type: 'asked', key, effect, ...(reserved ? { reserved } : {}) });
}
