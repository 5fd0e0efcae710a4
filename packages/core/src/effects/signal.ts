/** A named event from outside (the next command, pause, grant). It may come before it is waited for, and is used once. */
import type { InfallibleEffect } from '../machine/machine.ts';

export interface SignalInput {
  readonly name: string;
  readonly choices: readonly string[];
}

export const signal = <Choice extends string>(name: string, choices: readonly Choice[]): InfallibleEffect<Choice> => ({
  kind: 'signal',
  input: { name, choices } satisfies SignalInput,
});
