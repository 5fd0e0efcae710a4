/** The first of several child runs that has ended, by the time of its ending. Lanes never move in waves. */
import type { Sure } from '../machine.ts';
import type { Called } from './call.ts';
import type { ChildId } from './spawn.ts';

export interface AnyChildInput {
  readonly children: readonly string[];
}

export const anyChild = <Result>(children: readonly ChildId<Result>[]): Sure<Called<Result>> => ({
  kind: 'any-child',
  input: { children } satisfies AnyChildInput,
});
