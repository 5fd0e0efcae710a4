/** Applies rounds of answers to a machine. */
import type { Machine, State } from '../machine/machine.ts';

/** The state after these answers. */
export const replay = <Input, S extends State, Result>(
  { id, start, steps }: Machine<Input, S, Result>,
  input: Input,
  rounds: readonly Readonly<Record<string, unknown>>[],
): S =>
  rounds.reduce<S>((state, answers) => {
    const step = steps.get(state.at);
    if (!step) throw new Error(`${id}: ${state.at} has no step`);
    return step.next(state, answers);
  }, start(input));
