/**
 * Defines a workflow as a table of pure steps.
 *
 * A state names its needs; the answers lead to the next state.
 *
 *   M1. Steps are pure. Time, randomness and identifiers arrive as answers.
 *   M2. Needs follow from the state alone, so the same state asks for the same effects after a crash.
 *   M3. Every state has a step or an end; the compiler checks it. The end becomes the outcome of the run.
 *   M4. A machine has a version; `upgrade` reads every older state.
 *   M5. A parent sees the result of a child, never its state. Recorded states stay small.
 *   M6. `release` returns the effects that give back resources when the run is ended from outside.
 *   M7. Budgets count down, so states stay finite: a state holds the rest, and the journal shows the used amounts.
 */

import { type Failure, failures, type Outcome } from '../failure/failure.ts';
import type { End } from '../journal/end.ts';

export interface State {
  readonly at: string;
}

/** An effect as data. `Value` is the value of a successful answer. */
export interface Effect<Value = unknown> {
  readonly kind: string;
  readonly input: unknown;
  readonly value?: Value; // for the compiler only, never set
}

/** Effects that wait and cannot fail. Their answer is the bare value. */
export type WaitKind = 'question' | 'signal' | 'sleep' | 'call' | 'any-child' | 'first';
export interface InfallibleEffect<Value> extends Effect<Value> {
  readonly kind: WaitKind;
}

/** Starts a child run, or opens a failed one again; cannot fail either. */
export interface Begin<Value> extends Effect<Value> {
  readonly kind: 'spawn' | 'reopen';
}

export type Needs = Readonly<Record<string, Effect>>;
export type Answers<N extends Needs = Needs> = {
  readonly [Name in keyof N]: N[Name] extends InfallibleEffect<infer Value> | Begin<infer Value>
    ? Value
    : N[Name] extends Effect<infer Value>
      ? Outcome<Value>
      : never;
};

/** The members of S that can be in one of these states, also if one member lists several. */
export type StateName<S extends State, At extends string> = S extends unknown
  ? [S['at']] extends [At]
    ? S
    : [Extract<S['at'], At>] extends [never]
      ? never
      : S & { readonly at: Extract<S['at'], At> }
  : never;

export interface Step<S extends State = State, At extends string = string> {
  readonly at: At;
  /** All possible next states: the compiler checks `next` against them, and the diagram shows them. */
  readonly to: readonly S['at'][];
  needs(state: S): Needs;
  next(state: S, answers: Readonly<Record<string, unknown>>): S;
}

/** A fixed end, or the end that the failure table gives for the failure in the state. */
export type EndRule = End | 'by-failure';

/** Ends of a run that waits for the next command: its step is done, a person stopped it, or it can be resumed. */
export type HaltReason = Extract<End, 'done' | 'stopped' | 'escalated' | 'limit-reached' | 'capped'>;

export interface Machine<Input = unknown, S extends State = State, Result = unknown> {
  readonly id: string;
  readonly version: number;
  start(input: Input): S;
  readonly steps: ReadonlyMap<string, Step<S>>;
  readonly ends: Readonly<Record<string, EndRule>>;
  /** How a run that waits for the next command appears to its caller; `null` if it does not wait for one. */
  rests(state: S): HaltReason | null;
  /** The result for the parent, and one example of each kind for the explorer. */
  result(state: S): Result;
  readonly results: readonly Result[];
  release(state: S): Needs;
  upgrade(state: unknown, from: number): S;
  /** The state with settings changed at resume (checks, limits). Unknown changes are ignored. */
  adjust(state: S, changes: Changes): S;
}

export type Changes = Readonly<Record<string, unknown>>;

interface Definition<Input, S extends State, Result, At extends S['at']>
  extends Pick<Machine<Input, S, Result>, 'id' | 'version' | 'start' | 'results'>,
    Partial<Pick<Machine<Input, S, Result>, 'rests' | 'release' | 'upgrade' | 'adjust'>> {
  /** Steps may come from several files; each exports a list. */
  readonly steps: readonly Step<S, At>[];
  readonly ends: {
    readonly [EndAt in Exclude<S['at'], At>]:
      | End
      | (StateName<S, EndAt> extends { readonly because: Failure } ? 'by-failure' : never);
  };
  result(state: StateName<S, Exclude<S['at'], At>>): Result;
}

export const defineMachine =
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

/** Fixes the state type, so that each step infers the rest. */
export const defineStep =
  <S extends State>() =>
  <At extends S['at'], To extends S['at'], N extends Needs>(step: {
    at: At;
    to: readonly To[];
    needs(state: StateName<S, At>): N;
    next(state: StateName<S, At>, answers: Answers<N>): StateName<S, NoInfer<To>>;
  }): Step<S, At> =>
    step as unknown as Step<S, At>;

/** The end of a run in this state; throws if the state is not an end. */
export function endOfState({ id, ends }: Machine, state: State): End {
  const ending = ends[state.at];
  if (ending === undefined) throw new Error(`${id}: ${state.at} is neither a step nor an end`);
  return ending === 'by-failure' ? failures[(state as State & { because: Failure }).because.code].end : ending;
}
