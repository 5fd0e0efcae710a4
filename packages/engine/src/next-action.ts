/**
 * What a run does next, decided from its journal alone. Pure: the driver performs, this decides.
 *
 *   - `ask`:  all needs that are still open, asked for or not;
 *   - `move`: everything is answered, so the machine says what the next state is;
 *   - `stop`: the run must be ended by the engine itself, loudly (E12);
 *   - `end`:  nothing is left to do but to say how it ended.
 */
import { answerOf } from '@harness/core/effects/kinds';
import { type Failure, failureOf, failures } from '@harness/core/failure/failure';
import type { End } from '@harness/core/journal/end';
import type { FoldedJournal } from '@harness/core/journal/journal';
import { type Effect, endOf, type Machine, type Needs, type State } from '@harness/core/machine/machine';

export interface Need {
  readonly name: string;
  readonly key: string;
  readonly effect: Effect;
}

export type NextAction =
  | { readonly is: 'ask'; readonly open: readonly Need[] }
  | { readonly is: 'move'; readonly state: State }
  | { readonly is: 'stop'; readonly because: Failure }
  | { readonly is: 'end'; readonly end: End; readonly result: unknown };

export interface PlanLimits {
  /** E12: so many moves without a wait are a broken assumption. */
  readonly movesWithoutWait: number;
}

export function nextAction(log: FoldedJournal, machine: Machine, { movesWithoutWait }: PlanLimits): NextAction {
  const step = machine.steps.get(log.state.at);
  const needs = keyed(log, log.stopping ? machine.release(log.state) : (step?.needs(log.state) ?? {}));
  const open = needs.filter(({ key }) => !log.answered.has(key));
  if (open.length > 0) return { is: 'ask', open };

  if (log.stopping) return { is: 'end', end: stoppedAs(log.stopping.because), result: null };
  if (!step) return { is: 'end', end: endOf(machine, log.state), result: machine.result(log.state) };
  if (log.movesSinceWait >= movesWithoutWait)
    return { is: 'stop', because: failureOf('run.runaway', { moves: log.movesSinceWait, at: log.state.at }) };
  return { is: 'move', state: step.next(log.state, answersOf(needs, log)) };
}

const stoppedAs = (because: Failure | undefined): End => (because ? failures[because.code].end : 'stopped');

const answersOf = (needs: readonly Need[], log: FoldedJournal) =>
  Object.fromEntries(
    needs.flatMap(({ name, key, effect }) => {
      const outcome = log.answered.get(key);
      return outcome ? [[name, answerOf(effect, outcome)]] : [];
    }),
  );

/** A need keeps its key while it stays the same need. After an upgrade, or a change by a person, a changed one is a new one. */
const keyed = (log: FoldedJournal, needs: Needs): readonly Need[] =>
  Object.entries(needs).map(([name, effect]) => {
    const plain = log.stopping ? `release/${name}` : `${log.moves}/${name}`;
    const text = JSON.stringify(effect);
    const isOwn = (key: string) => {
      const before = log.asked.get(key)?.effect;
      return before === undefined || JSON.stringify(before) === text;
    };
    let key = plain;
    for (let n = 1; !isOwn(key); n++) key = `${plain}@${log.version}${n === 1 ? '' : `.${n}`}`;
    return { name, effect, key };
  });
