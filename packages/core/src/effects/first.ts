/**
 * The first of several waits; the answer names it.
 *
 * A wait does nothing by itself, so the others need no cancelling: they are simply not waited for any more. A question
 * among them is closed with it, and asked anew if the next state asks.
 */
import type { Effect, InfallibleEffect } from '../machine/machine.ts';

type Waits = Readonly<Record<string, InfallibleEffect<unknown>>>;

export interface FirstInput {
  readonly waits: Readonly<Record<string, Effect>>;
}

export type FirstResult<W> = {
  [Name in keyof W]: W[Name] extends InfallibleEffect<infer Value>
    ? { readonly of: Name; readonly value: Value }
    : never;
}[keyof W];

export const first = <W extends Waits>(waits: W): InfallibleEffect<FirstResult<W>> => ({
  kind: 'first',
  input: { waits } satisfies FirstInput,
});

/** The key of one wait among several: a question there has an id of its own. */
export const partKey = (key: string, name: string): string => `${key}#${name}`;

export interface WaitPart {
  readonly key: string;
  readonly effect: Effect;
  /** What this part was answered with, given what the whole was answered with; nothing when another came first. */
  valueIn(whole: unknown): unknown;
}

/** A need and, if it is a `first`, the waits in it: everything that can be waited for under this key. */
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
