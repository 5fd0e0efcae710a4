/**
 * The outlook of a run: what its workflow would ask, seen before anything is asked.
 *
 * The machine itself is driven, in memory, with invented answers: there is no second description of a workflow that could
 * say something else. What only an earlier call can yield is marked as not known yet.
 */
import type { AgentInput } from '../effects/agent.ts';
import type { CallInput, CallResult } from '../effects/call.ts';
import { answerOf } from '../effects/kinds.ts';
import type { Outcome } from '../failure/failure.ts';
import { type Effect, endOf, type Machine, type State } from '../machine/machine.ts';
import { roles } from '../workflows/loaded.ts';
import { machines as workflows } from '../workflows/machines.ts';
import { type FutureFiles, filesWrittenByEffect } from './future-files.ts';

/** What is known at one moment of the way. */
export interface SimulatedMoment {
  /** The files that will be there by then although nobody has written them yet. */
  readonly written: FutureFiles;
  /** The role that was asked last, and the last that could change files; empty before the first. */
  readonly last: string;
  readonly worker: string;
}

/** One effect that would be asked for. */
export interface SimulatedEffect extends SimulatedMoment {
  /** As the engine would name it. */
  readonly key: string;
  readonly effect: Effect;
}

/** A way through the machine, and where it ends: a last state, or one that waits for the next command. */
export interface SimulatedPath {
  readonly effects: readonly SimulatedEffect[];
  readonly at: string;
}

export type AssumeAnswer = (effect: Effect, name: string, before: SimulatedMoment) => Outcome<unknown>;

/** More than any workflow moves under its limits: a way that is longer is a defect of who invents the answers. */
const mostMoves = 2_000;

/** A child run is foreseen where it is called: its effects stand in the way of its parent. */
export const simulate = (machine: Machine, input: unknown, invent: AssumeAnswer): SimulatedPath =>
  wayOf(machine, input, invent, { written: new Map(), last: '', worker: '' });

interface WholeWay extends SimulatedPath {
  readonly state: State;
  readonly before: SimulatedMoment;
}

function wayOf(machine: Machine, input: unknown, invent: AssumeAnswer, first: SimulatedMoment): WholeWay {
  const effects: SimulatedEffect[] = [];
  let state = machine.start(input);
  let before = first;
  for (let move = 0; move < mostMoves; move++) {
    const step = machine.steps.get(state.at);
    if (!step || machine.rests(state) !== null) return { effects, at: state.at, state, before };
    const needs = Object.entries(step.needs(state));
    const known = before; // who is asked at the same time sees nothing of the others
    const answers = needs.map(([name, effect]): readonly [string, unknown] => {
      const key = `${move}/${name}`;
      if (effect.kind === 'call') {
        const child = calledWay(effect.input as CallInput, invent, before);
        effects.push(...child.effects.map((one) => ({ ...one, key: `${key}.${one.key}` })));
        before = child.before;
        return [name, child.answer];
      }
      effects.push({ key, effect, ...known });
      before = after(before, effect);
      return [name, answerOf(effect, invent(effect, name, known))];
    });
    state = step.next(state, Object.fromEntries(answers));
  }
  throw new Error(`${machine.id} made ${mostMoves} moves on a way that was invented (now ${state.at})`);
}

/** What a parent is told when its child has come to its end. */
function calledWay({ machine: id, input }: CallInput, invent: AssumeAnswer, before: SimulatedMoment) {
  const machine = workflows.get(id);
  if (!machine) throw new Error(`No machine ${id}`);
  const way = wayOf(machine, input, invent, before);
  const answer: CallResult<unknown> = { child: id, end: endOf(machine, way.state), result: machine.result(way.state) };
  return { ...way, answer };
}

function after({ written, last, worker }: SimulatedMoment, effect: Effect): SimulatedMoment {
  const known = new Map([...written, ...filesWrittenByEffect(effect)]);
  if (effect.kind !== 'agent') return { written: known, last, worker };
  const { role } = effect.input as AgentInput;
  return { written: known, last: role, worker: roles[role]?.mode === 'exec' ? role : worker };
}
