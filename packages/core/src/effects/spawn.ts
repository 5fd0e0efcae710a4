/** A child run that goes on by itself. It is begun, and its parent is told its id at once; what becomes of it, `any-child` tells. */
import type { Machine, Spawn, State } from '../machine/machine.ts';
import type { CallInput } from './call.ts';

/** A child run, known by its id; the type remembers what it will return. */
export type ChildId<Result> = string & { readonly result?: Result };

export const spawn = <Input, S extends State, Result>(
  machine: Machine<Input, S, Result>,
  title: string,
  input: Input,
): Spawn<ChildId<Result>> => ({
  kind: 'spawn',
  input: { machine: machine.id, title, input } satisfies CallInput,
});

/** `run` and `4/lane` become `run.4.lane`: one folder a run, and the parent can be read off. */
export const childId = (run: string, key: string): string => `${run}.${key.replaceAll(/[/#]/g, '.')}`;
