/** The effect `spawn`: starts a child run and returns its id at once. `any-child` waits for its end. */
import type { Begin, Machine, State } from '../machine/machine.ts';
import type { CallInput } from './call.ts';

/** The id of a child run; the type carries its result type. */
export type ChildId<Result> = string & { readonly result?: Result };

export const spawn = <Input, S extends State, Result>(
  machine: Machine<Input, S, Result>,
  title: string,
  input: Input,
): Begin<ChildId<Result>> => ({
  kind: 'spawn',
  input: { machine: machine.id, title, input } satisfies CallInput,
});

/** Joins `run` and `4/lane` to `run.4.lane`: one folder per run, named after its parent. */
export const childId = (run: string, key: string): string => `${run}.${key.replaceAll(/[/#]/g, '.')}`;
