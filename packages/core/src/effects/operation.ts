/** An operation of an acting effect: its name, and samples of its success and failure. */
import type { FailureCode } from '../failure/failure.ts';
import type { Effect } from '../machine/machine.ts';

export interface Operation<Args, Value> {
  readonly kind: string;
  readonly op: string;
  readonly samples: readonly Value[];
  readonly failures: readonly FailureCode[];
  readonly args?: Args; // for the compiler only, never set
}

/** The arguments of an operation. */
export type ArgsOf<Declared> = Declared extends Operation<infer Args, infer _> ? Args : never;

/** The value that an operation answers. */
export type ValueOf<Declared> = Declared extends Operation<infer _, infer Value> ? Value : never;

/** Defines operations of one kind. An operation that names no failures has the usual ones. */
export const operationsOf =
  (kind: string, ...usual: readonly FailureCode[]) =>
  <Args, Value>(op: string, samples: readonly Value[], failures = usual): Operation<Args, Value> => ({
    kind,
    op,
    samples,
    failures,
  });

export interface OperationInput {
  readonly op: string;
  readonly args: unknown;
}

export const act = <Args, Value>({ kind, op }: Operation<Args, Value>, args: Args): Effect<Value> => ({
  kind,
  input: { op, args } satisfies OperationInput,
});
