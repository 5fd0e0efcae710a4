/** One operation of a kind of effect that acts on the world: its name, and what success and failure can look like. */
import type { FailureCode } from '../failure/failure.ts';
import type { Effect } from '../machine/machine.ts';

export interface Operation<Args, Value> {
  readonly kind: string;
  readonly op: string;
  readonly samples: readonly Value[];
  readonly failures: readonly FailureCode[];
  readonly args?: Args; // for the compiler only, never set
}

export interface OperationInput {
  readonly op: string;
  readonly args: unknown;
}

export const act = <Args, Value>({ kind, op }: Operation<Args, Value>, args: Args): Effect<Value> => ({
  kind,
  input: { op, args } satisfies OperationInput,
});
