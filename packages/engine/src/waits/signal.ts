/** A named event from outside. It may have come early; it is used once, by the answer that names it. */
import type { SignalInput } from '@harness/core/effects/signal';
import type { WaitHandler } from '../effect-context.ts';
import { untilMessage } from './message.ts';

export const waitForSignal: WaitHandler = async ({ effect }, context) => {
  const { journal, world, crew, resting } = context;
  const { name, choices } = effect.input as SignalInput;
  const inbox = world.inbox(journal.run);
  const { machine, state } = journal.log;
  // A run that rests here has done what its command was for: whoever says the next one brings a process along.
  const rest = world.machines.get(machine)?.rests(state) ? 'rests' : 'listens';
  for (;;) {
    const received = await inbox.read();
    for (const { id, message } of received) {
      const fits = message.type === 'signal' && message.name === name && choices.includes(message.choice);
      if (fits && !journal.log.taken.has(id)) return { is: 'came', value: message.choice, by: id };
    }
    resting(() => rest);
    if (crew.rested.aborted) return { is: 'waiting' };
    await untilMessage(inbox, received.length, context);
  }
};
