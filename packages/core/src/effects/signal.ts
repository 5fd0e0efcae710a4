/** The effect `signal`: a named event from outside, such as pause or grant. It may arrive before the wait, and is used once. */
import type { InfallibleEffect } from '../machine/machine.ts';

export interface SignalInput {
  readonly name: string;
  readonly choices: readonly string[];
}

export const signal = <Choice extends string>(name: string, choices: readonly Choice[]): InfallibleEffect<Choice> => ({
  kind: 'signal',
  input: { name, choices } satisfies SignalInput,
});
