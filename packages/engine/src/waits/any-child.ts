/** Waits for the first of several child runs to end, by the time of its end. */
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
  return waitUntilEnded(children, context);
};

export async function waitUntilEnded(
  children: readonly string[],
  { group, signal, setIdleState }: EffectContext,
): Promise<WaitResult> {
  const members = children.map((child) => group.launch(child));
  setIdleState(() => idleStateOf(members.map(idleStateOfMember)));
  await Promise.all(members.map(({ opened }) => opened)); // after a restart, know all ended children before the earliest is chosen
  for (;;) {
    signal.throwIfAborted();
    const rested = group.rested.aborted;
    if (rested) await Promise.all(members.map(({ over }) => over)); // the result of each is known only then
    const [earliest] = members.flatMap(endOf).sort((a, b) => a.atMs - b.atMs);
    if (earliest) return { is: 'came', value: earliest.called };
    if (rested)
      return holdReason(members.flatMap(({ driveResult }) => (driveResult ? [driveResult as HeldEffect] : [])));
    await group.changed(signal);
  }
}

function endOf({ run, driveResult, log }: GroupMember): readonly { atMs: number; called: CallResult<unknown> }[] {
  if (driveResult?.is !== 'ended') return [];
  return [{ atMs: log?.ended?.atMs ?? 0, called: { child: run, end: driveResult.end, result: driveResult.result } }];
}
