/** A named event from outside. It may have come early; it is used once, by the answer that names it. */
import type { SignalInput } from '@harness/core/effects/signal';
import type { Wait } from '../settling.ts';

export const waitForSignal: Wait = async ({ effect }, { journal, world, signal }) => {
  const { name, choices } = effect.input as SignalInput;
  const inbox = world.inbox(journal.run);
  for (;;) {
    for (const { id, message } of await inbox.read()) {
      const fits = message.type === 'signal' && message.name === name && choices.includes(message.choice);
      if (fits && !journal.log.taken.has(id)) return { is: 'came', value: message.choice, by: id };
    }
    await inbox.changed(signal);
    signal.throwIfAborted();
  }
};
