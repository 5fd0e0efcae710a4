/** The effect `any-child`: waits for the first of several child runs to end, so that each lane moves independently. */
import type { InfallibleEffect } from '../machine/machine.ts';
import type { CallResult } from './call.ts';
import type { ChildId } from './spawn.ts';

export interface AnyChildInput {
  readonly children: readonly string[];
}

export const anyChild = <Result>(children: readonly ChildId<Result>[]): InfallibleEffect<CallResult<Result>> => ({
  kind: 'any-child',
  input: { children } satisfies AnyChildInput,
});
