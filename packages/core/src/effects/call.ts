/** A child run and its end, as one need. The parent sees how it ended and its result, never its state. */
import type { End } from '../journal/end.ts';
import type { InfallibleEffect, Machine, State } from '../machine/machine.ts';

export interface CallInput {
  readonly machine: string;
  readonly title: string;
  readonly input: unknown;
}

export interface CallResult<Result> {
  readonly child: string;
  readonly end: End;
  /** Null when the child was ended from outside: then it never came to a result. */
  readonly result: Result | null;
}

export const call = <Input, S extends State, Result>(
  machine: Machine<Input, S, Result>,
  title: string,
  input: Input,
): InfallibleEffect<CallResult<Result>> => ({
  kind: 'call',
  input: { machine: machine.id, title, input } satisfies CallInput,
});
