/** The effect `call`: starts a child run and waits for its end. The parent sees end and result, never the state. */
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
  /** `null` if the child was stopped from outside. */
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
