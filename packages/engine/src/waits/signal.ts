/** Waits for a named event from outside. It may arrive early, and answers one wait only. */
import type { SignalInput } from '@harness/core/effects/signal';
import type { WaitHandler } from '../effect-context.ts';
import { waitForMessage } from './message.ts';

export const waitForSignal: WaitHandler = async ({ effect }, context) => {
  const { journal, world, group, setIdleState } = context;
  const { name, choices } = effect.input as SignalInput;
  const inbox = world.inbox(journal.run);
  const { machine, state } = journal.log;
  // The run rests here if its command is done: the next command starts its own process.
  const rest = world.machines.get(machine)?.rests(state) ? 'rests' : 'listens';
  for (;;) {
    const received = await inbox.read();
    for (const { id, message } of received) {
      const fits = message.type === 'signal' && message.name === name && choices.includes(message.choice);
      if (fits && !journal.log.taken.has(id)) return { is: 'came', value: message.choice, by: id };
    }
    setIdleState(() => rest);
    if (group.rested.aborted) return { is: 'waiting' };
    await waitForMessage(inbox, received.length, context);
  }
};
