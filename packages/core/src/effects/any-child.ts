/** The first of several child runs that has ended, by the time of its ending. Lanes never move in waves. */
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
