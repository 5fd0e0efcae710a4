/** The first of several waits. The others are let go: nothing that they could have brought is used up. */
import { type FirstInput, partKey } from '@harness/core/effects/first';
import { linkedTo } from '../linked.ts';
import type { Need } from '../plan.ts';
import { type Rest, restOf } from '../rest.ts';
import { type Came, type Held, heldBy, type Settling, type Wait } from '../settling.ts';

export async function waitForFirst({ key, effect }: Need, context: Settling, waitFor: Wait): Promise<Came> {
  const { cut, unlink } = linkedTo(context.signal);
  const waits = Object.entries((effect.input as FirstInput).waits);
  const rests = new Map<string, () => Rest>(waits.map(([of]) => [of, () => 'moves']));
  const resting = (of: string) => (rest: () => Rest) => {
    rests.set(of, rest);
    context.resting(() => restOf([...rests.values()].map((one) => one())));
  };
  let winner: Came | undefined;
  const parts = waits.map(async ([of, wait]): Promise<Held | undefined> => {
    const need = { name: of, key: partKey(key, of), effect: wait };
    const came = await waitFor(need, { ...context, signal: cut.signal, resting: resting(of) });
    if (came.is === 'came') {
      winner ??= { ...came, value: { of, value: came.value } };
      cut.abort(new Decided());
      return undefined;
    }
    resting(of)(() => 'rests');
    return came;
  });
  const held = await allOr(parts, cut);
  unlink();
  if (winner) return winner;
  context.signal.throwIfAborted();
  if (cut.signal.aborted) throw cut.signal.reason;
  return heldBy(held);
}

class Decided extends Error {
  override readonly name = 'Decided';
}

/** Waits for all; the first that throws ends the others. */
async function allOr(parts: readonly Promise<Held | undefined>[], cut: AbortController): Promise<readonly Held[]> {
  const settled = await Promise.all(parts.map((part) => part.catch((error: unknown) => void cut.abort(error))));
  return settled.flatMap((held) => held ?? []);
}
