/** The first of several child runs that has ended, by the time of its ending. */
import type { AnyChildInput } from '@harness/core/effects/any-child';
import type { CallResult } from '@harness/core/effects/call';
import {
  type EffectContext,
  type HeldEffect,
  holdReason,
  type WaitHandler,
  type WaitResult,
} from '../effect-context.ts';
import { idleStateOf } from '../idle.ts';
import { type GroupMember, idleStateOfMember } from '../run-group.ts';

export const waitForAnyChild: WaitHandler = ({ key, effect }, context) => {
  const { children } = effect.input as AnyChildInput;
  if (children.length === 0) throw new Error(`${context.journal.run}/${key} waits for a child, and names none`);
  return untilEnded(children, context);
};

export async function untilEnded(
  children: readonly string[],
  { crew, signal, resting }: EffectContext,
): Promise<WaitResult> {
  const members = children.map((child) => crew.launch(child));
  resting(() => idleStateOf(members.map(idleStateOfMember)));
  await Promise.all(members.map(({ opened }) => opened)); // after a restart, all that have ended must be known before one is named
  for (;;) {
    signal.throwIfAborted();
    const rested = crew.rested.aborted;
    if (rested) await Promise.all(members.map(({ over }) => over)); // only then it is known how each of them stands
    const [earliest] = members.flatMap(endOf).sort((a, b) => a.atMs - b.atMs);
    if (earliest) return { is: 'came', value: earliest.called };
    if (rested) return holdReason(members.flatMap(({ standing }) => (standing ? [standing as HeldEffect] : [])));
    await crew.changed(signal);
  }
}

function endOf({ run, standing, log }: GroupMember): readonly { atMs: number; called: CallResult<unknown> }[] {
  if (standing?.is !== 'ended') return [];
  return [{ atMs: log?.ended?.atMs ?? 0, called: { child: run, end: standing.end, result: standing.result } }];
}
