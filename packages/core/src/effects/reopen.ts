/** The effect `reopen`: opens a failed child run again at the step that failed (E11). `any-child` waits for its end. */
import type { Begin } from '../machine/machine.ts';
import type { ChildId } from './spawn.ts';

export interface ReopenInput {
  readonly child: string;
  /** Fields of the child's input that must still have these values: otherwise it is not opened. */
  readonly unchanged: Readonly<Record<string, unknown>>;
}

/** Answers the child, or `null` if it cannot be resumed. */
export const reopen = <Result>(
  child: ChildId<Result>,
  unchanged: ReopenInput['unchanged'],
): Begin<ChildId<Result> | null> => ({
  kind: 'reopen',
  input: { child, unchanged } satisfies ReopenInput,
});
