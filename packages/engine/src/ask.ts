/**
 * Asks for one need and brings it to its answer.
 *
 *   E1. It is asked for durably before anything happens. What is asked for at the same time is one append, so everything
 *       up to the first wait here is done at once.
 *   E8. What it may cost is reserved with it. Under a cap that has no room it is answered without being performed.
 *   E10. It is asked for only when it is let in.
 */
import { isAct } from '@harness/core/effects/kinds';
import type { Reservation } from '@harness/core/ledger';
import type { Need } from './plan.ts';
import { answer, settle } from './settle.ts';
import type { Settled, Settling } from './settling.ts';

export async function ask(need: Need, context: Settling): Promise<Settled> {
  const { journal, world, signal } = context;
  const isFree = !isAct(need.effect) || journal.log.stopping !== undefined; // what gives back is never kept waiting
  if (isFree) return begin(need, context);

  let admission = world.admit(need.effect, journal.run);
  while ('turn' in admission) {
    await admission.turn(signal);
    signal.throwIfAborted();
    admission = world.admit(need.effect, journal.run);
  }
  if ('held' in admission) return { is: 'held', because: admission.held };
  try {
    const room = world.purse.reserve(journal.run, need.key, need.effect);
    if (room.ok) return await begin(need, context, room.value);
    note(need, context);
    return await answer(need.key, room, context);
  } finally {
    admission.go();
  }
}

async function begin(need: Need, context: Settling, reserved?: Reservation): Promise<Settled> {
  note(need, context, reserved);
  await context.journal.flush(); // nothing happens before this line
  return settle(need, context);
}

function note({ key, effect }: Need, { journal }: Settling, reserved?: Reservation): void {
  if (!journal.log.asked.has(key)) journal.note({ type: 'asked', key, effect, ...(reserved ? { reserved } : {}) });
}
