/** The first of several child runs that has ended, by the time of its ending. */
import type { AnyChildInput } from '@harness/core/effects/any-child';
import type { Called } from '@harness/core/effects/call';
import { type Member, restOfMember } from '../crew.ts';
import { restOf } from '../rest.ts';
import { type Came, type Held, heldBy, type Settling, type Wait } from '../settling.ts';

export const waitForAnyChild: Wait = ({ key, effect }, context) => {
  const { children } = effect.input as AnyChildInput;
  if (children.length === 0) throw new Error(`${context.journal.run}/${key} waits for a child, and names none`);
  return untilEnded(children, context);
};

export async function untilEnded(children: readonly string[], { crew, signal, resting }: Settling): Promise<Came> {
  const members = children.map((child) => crew.launch(child));
  resting(() => restOf(members.map(restOfMember)));
  await Promise.all(members.map(({ opened }) => opened)); // after a restart, all that have ended must be known before one is named
  for (;;) {
    signal.throwIfAborted();
    const [earliest] = members.flatMap(endOf).sort((a, b) => a.atMs - b.atMs);
    if (earliest) return { is: 'came', value: earliest.called };
    if (crew.rested.aborted && members.every(({ standing }) => standing !== undefined))
      return heldBy(members.map(({ standing }) => standing as Held));
    // One that has only just come to rest has yet to say how it stands: that it is rate limited is more than that it waits.
    await (crew.rested.aborted ? Promise.all(members.map(({ over }) => over)) : crew.changed(signal));
  }
}

function endOf({ run, standing, log }: Member): readonly { atMs: number; called: Called<unknown> }[] {
  if (standing?.is !== 'ended') return [];
  return [{ atMs: log?.ended?.atMs ?? 0, called: { child: run, end: standing.end, result: standing.result } }];
}
