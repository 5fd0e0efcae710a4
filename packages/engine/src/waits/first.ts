/** Waits for the first of several waits. The others are cancelled and use up no message. */
import { type FirstInput, partKey } from '@harness/core/effects/first';
import {
  type EffectContext,
  type HeldEffect,
  holdReason,
  type WaitHandler,
  type WaitResult,
} from '../effect-context.ts';
import { type IdleState, idleStateOf } from '../idle.ts';
import { createLinkedAbort } from '../linked-abort.ts';
import type { Need } from '../next-action.ts';

export async function waitForFirst(
  { key, effect }: Need,
  context: EffectContext,
  waitFor: WaitHandler,
): Promise<WaitResult> {
  const { cut, unlink } = createLinkedAbort(context.signal);
  const waits = Object.entries((effect.input as FirstInput).waits);
  const idleStates = new Map<string, () => IdleState>(waits.map(([of]) => [of, () => 'moves']));
  const setIdleState = (of: string) => (rest: () => IdleState) => {
    idleStates.set(of, rest);
    context.setIdleState(() => idleStateOf([...idleStates.values()].map((one) => one())));
  };
  let winner: WaitResult | undefined;
  const parts = waits.map(async ([of, wait]): Promise<HeldEffect | undefined> => {
    const need = { name: of, key: partKey(key, of), effect: wait };
    const came = await waitFor(need, { ...context, signal: cut.signal, setIdleState: setIdleState(of) });
    if (came.is === 'came') {
      winner ??= { ...came, value: { of, value: came.value } };
      cut.abort(new Decided());
      return undefined;
    }
    setIdleState(of)(() => 'rests');
    return came;
  });
  const held = await allOr(parts, cut);
  unlink();
  if (winner) return winner;
  context.signal.throwIfAborted();
  if (cut.signal.aborted) throw cut.signal.reason;
  return holdReason(held);
}

class Decided extends Error {
  override readonly name = 'Decided';
}

/** Waits for all. The first error cancels the others. */
async function allOr(
  parts: readonly Promise<HeldEffect | undefined>[],
  cut: AbortController,
): Promise<readonly HeldEffect[]> {
  const settled = await Promise.all(parts.map((part) => part.catch((error: unknown) => void cut.abort(error))));
  return settled.flatMap((held) => held ?? []);
}
