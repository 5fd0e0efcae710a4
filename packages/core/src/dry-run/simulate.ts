/** Simulates a run: drives the real machine, not a second description of it, in memory with assumed answers. */
import type { AgentInput } from '../effects/agent.ts';
import type { CallInput, CallResult } from '../effects/call.ts';
import { answerOf } from '../effects/kinds.ts';
import type { Outcome } from '../failure/failure.ts';
import { type Effect, endOfState, type Machine, type State } from '../machine/machine.ts';
import { roles } from '../workflows/loaded.ts';
import { machines as workflows } from '../workflows/machines.ts';
import { type FutureFiles, filesWrittenByEffect } from './future-files.ts';

export interface SimulatedMoment {
  /** Files that effects have written by then in the simulation. */
  readonly written: FutureFiles;
  /** The role that was called last; empty before the first. */
  readonly last: string;
  /** The last called role that may change files; empty before the first. */
  readonly worker: string;
}

export interface SimulatedEffect extends SimulatedMoment {
  /** The key that the engine would use. */
  readonly key: string;
  readonly effect: Effect;
}

/** `at` is the last state, or a state that waits for the next command. */
export interface SimulatedPath {
  readonly effects: readonly SimulatedEffect[];
  readonly at: string;
}

export type AssumeAnswer = (effect: Effect, name: string, before: SimulatedMoment) => Outcome<unknown>;

/** More than any workflow needs under its limits: a longer path is a defect of the assumed answers. */
const maxMoves = 2_000;

/** Simulates child runs too: their effects are part of the parent's path. */
export const simulate = (machine: Machine, input: unknown, assume: AssumeAnswer): SimulatedPath =>
  pathOf(machine, input, assume, { written: new Map(), last: '', worker: '' });

interface FullPath extends SimulatedPath {
  readonly state: State;
  readonly before: SimulatedMoment;
}

function pathOf(machine: Machine, input: unknown, assume: AssumeAnswer, first: SimulatedMoment): FullPath {
  const effects: SimulatedEffect[] = [];
  let state = machine.start(input);
  let before = first;
  for (let move = 0; move < maxMoves; move++) {
    const step = machine.steps.get(state.at);
    if (!step || machine.rests(state) !== null) return { effects, at: state.at, state, before };
    const needs = Object.entries(step.needs(state));
    const known = before; // calls of the same state do not see each other's results
    const answers = needs.map(([name, effect]): readonly [string, unknown] => {
      const key = `${move}/${name}`;
      if (effect.kind === 'call') {
        const child = childPath(effect.input as CallInput, assume, before);
        effects.push(...child.effects.map((one) => ({ ...one, key: `${key}.${one.key}` })));
        before = child.before;
        return [name, child.answer];
      }
      effects.push({ key, effect, ...known });
      before = after(before, effect);
      return [name, answerOf(effect, assume(effect, name, known))];
    });
    state = step.next(state, Object.fromEntries(answers));
  }
  throw new Error(`${machine.id} made ${maxMoves} moves in a simulation without reaching an end (now ${state.at})`);
}

function childPath({ machine: id, input }: CallInput, assume: AssumeAnswer, before: SimulatedMoment) {
  const machine = workflows.get(id);
  if (!machine) throw new Error(`No machine ${id}`);
  const path = pathOf(machine, input, assume, before);
  const answer: CallResult<unknown> = {
    child: id,
    end: endOfState(machine, path.state),
    result: machine.result(path.state),
  };
  return { ...path, answer };
}

function after({ written, last, worker }: SimulatedMoment, effect: Effect): SimulatedMoment {
  const known = new Map([...written, ...filesWrittenByEffect(effect)]);
  if (effect.kind !== 'agent') return { written: known, last, worker };
  const { role } = effect.input as AgentInput;
  return { written: known, last: role, worker: roles[role]?.mode === 'exec' ? role : worker };
}
