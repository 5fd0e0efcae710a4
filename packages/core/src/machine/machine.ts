/**
 * The machine kit: a workflow as a table of pure steps.
 *
 * A state names what it needs from the world; the answers lead to the next state.
 *
 *   M1. Steps are pure. Time, randomness and identifiers arrive as answers.
 *   M2. Needs follow from the state alone, so after a crash the same state asks for the same things.
 *   M3. Every state has a step or an end; the compiler counts them. An end says what the outside is told.
 *   M4. A machine has a version; `upgrade` understands every older state.
 *   M5. A parent sees the result of a child, never its state. Recorded states stay small.
 *   M6. `release` names what must be given back when the run is ended from outside.
 *   M7. Budgets count down: a state holds what is left. What was used is a fold, so states stay finite.
 */

import { type Failure, failures, type Outcome } from '../failure/failure.ts';
import type { End } from '../journal/end.ts';

export interface State {
  readonly at: string;
}

/** A request to the world, as data. `Value` is what a successful answer carries. */
export interface Effect<Value = unknown> {
  readonly kind: string;
  readonly input: unknown;
  readonly value?: Value; // for the compiler only, never set
}

/** What cannot fail: it comes, or it has not come yet. Its answer is the bare value. */
export type WaitKind = 'question' | 'signal' | 'sleep' | 'call' | 'any-child' | 'first';
export interface InfallibleEffect<Value> extends Effect<Value> {
  readonly kind: WaitKind;
}

/** What acts and cannot fail either: a child run is begun. */
export interface Spawn<Value> extends Effect<Value> {
  readonly kind: 'spawn';
}

export type Needs = Readonly<Record<string, Effect>>;
export type Answers<N extends Needs = Needs> = {
  readonly [Name in keyof N]: N[Name] extends InfallibleEffect<infer Value> | Spawn<infer Value>
    ? Value
    : N[Name] extends Effect<infer Value>
      ? Outcome<Value>
      : never;
};

/** The members of S that can be at one of these places, also when one member lists several. */
export type StateName<S extends State, At extends string> = S extends unknown
  ? [S['at']] extends [At]
    ? S
    : [Extract<S['at'], At>] extends [never]
      ? never
      : S & { readonly at: Extract<S['at'], At> }
  : never;

export interface Step<S extends State = State, At extends string = string> {
  readonly at: At;
  /** Every state this one can lead to: the compiler holds `next` to it, the diagram is drawn from it. */
  readonly to: readonly S['at'][];
  needs(state: S): Needs;
  next(state: S, answers: Readonly<Record<string, unknown>>): S;
}

/** An end is named directly, or follows from the failure that the state carries: one table serves all machines. */
export type EndRule = End | 'by-failure';

/** A step that is done, a person who said stop, or an end from which somebody may lead it on. */
export type HaltReason = Extract<End, 'done' | 'stopped' | 'escalated' | 'limit-reached' | 'capped'>;

export interface Machine<Input = unknown, S extends State = State, Result = unknown> {
  readonly id: string;
  readonly version: number;
  start(input: Input): S;
  readonly steps: ReadonlyMap<string, Step<S>>;
  readonly ends: Readonly<Record<string, EndRule>>;
  /** What the outside is told while a run waits for the next command: its step is done, or a person stopped it. */
  rests(state: S): HaltReason | null;
  /** What a parent is told about an ended run, and one example of each for the explorer. */
  result(state: S): Result;
  readonly results: readonly Result[];
  release(state: S): Needs;
  upgrade(state: unknown, from: number): S;
  /** The state with what a person changed when resuming (checks, limits); what it does not know, it leaves aside. */
  adjust(state: S, changes: Changes): S;
}

export type Changes = Readonly<Record<string, unknown>>;

interface Definition<Input, S extends State, Result, At extends S['at']> {
  readonly id: string;
  readonly version: number;
  start(input: Input): S;
  /** A long workflow keeps its steps in several files; each exports a list. */
  readonly steps: readonly Step<S, At>[];
  readonly ends: {
    readonly [EndAt in Exclude<S['at'], At>]:
      | End
      | (StateName<S, EndAt> extends { readonly because: Failure } ? 'by-failure' : never);
  };
  result(state: StateName<S, Exclude<S['at'], At>>): Result;
  readonly results: readonly Result[];
  rests?(state: S): HaltReason | null;
  release?(state: S): Needs;
  upgrade?(state: unknown, from: number): S;
  adjust?(state: S, changes: Changes): S;
}

export const machineOf =
  <Input, S extends State, Result = void>() =>
  <At extends S['at']>({ steps, ...rest }: Definition<Input, S, Result, At>): Machine<Input, S, Result> => {
    const table = new Map<string, Step<S>>(steps.map((step) => [step.at, step]));
    if (table.size !== steps.length) throw new Error(`${rest.id}: two steps for one state`);
    return {
      rests: () => null,
      release: () => ({}),
      adjust: (state) => state,
      upgrade: (state, from) => {
        throw new Error(`${rest.id}: cannot read version ${from} of ${(state as State).at}`);
      },
      ...rest,
      steps: table,
    } as Machine<Input, S, Result>;
  };

/** Names the state type once, so that each step infers the rest. */
export const stepsOf =
  <S extends State>() =>
  <At extends S['at'], To extends S['at'], N extends Needs>(step: {
    at: At;
    to: readonly To[];
    needs(state: StateName<S, At>): N;
    next(state: StateName<S, At>, answers: Answers<N>): StateName<S, NoInfer<To>>;
  }): Step<S, At> =>
    step as unknown as Step<S, At>;

/** What the outside is told about a run in this state. */
export function endOf({ id, ends }: Machine, state: State): End {
  const ending = ends[state.at];
  if (ending === undefined) throw new Error(`${id}: ${state.at} is neither a step nor an end`);
  return ending === 'by-failure' ? failures[(state as State & { because: Failure }).because.code].end : ending;
}
