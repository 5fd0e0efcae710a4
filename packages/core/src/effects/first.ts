/**
 * The effect `first`: waits for the first of several waits; the answer names it.
 *
 * A wait has no side effect, so the others need no cancellation. A question among them is closed, and asked again if the next
 * state needs it.
 */
import type { Effect, InfallibleEffect } from '../machine/machine.ts';

export interface FirstInput {
  readonly waits: Readonly<Record<string, Effect>>;
}

export type FirstResult<W> = {
  [Name in keyof W]: W[Name] extends InfallibleEffect<infer Value>
    ? { readonly of: Name; readonly value: Value }
    : never;
}[keyof W];

export const first = <W extends Readonly<Record<string, InfallibleEffect<unknown>>>>(
  waits: W,
): InfallibleEffect<FirstResult<W>> => ({
  kind: 'first',
  input: { waits } satisfies FirstInput,
});

/** The key of one wait among several, so that a question among them has its own id. */
export const partKey = (key: string, name: string): string => `${key}#${name}`;

export interface WaitPart {
  readonly key: string;
  readonly effect: Effect;
  /** Extracts the answer to this part from the answer to the whole; `undefined` if another part came first. */
  valueIn(whole: unknown): unknown;
}

/** Returns the effect itself, or the waits in it if it is a `first`. */
export function waitParts(key: string, effect: Effect): readonly WaitPart[] {
  if (effect.kind !== 'first') return [{ key, effect, valueIn: (whole) => whole }];
  return Object.entries((effect.input as FirstInput).waits).flatMap(([name, wait]) =>
    waitParts(partKey(key, name), wait).map((part) => ({
      ...part,
      valueIn: (whole: unknown) => {
        const { of, value } = whole as { of: string; value: unknown };
        return of === name ? part.valueIn(value) : undefined;
      },
    })),
  );
}
