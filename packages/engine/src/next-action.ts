/**
 * Decides the next action of a run from its journal alone. Pure: the driver performs the action.
 *
 *   - `ask`:  answer all open needs, recorded as `asked` or not
 *   - `move`: all needs are answered; the machine computes the next state
 *   - `stop`: the engine stops the run with an error (E12)
 *   - `end`:  only the end is left to record
 */
import { isDeepStrictEqual } from 'node:util';
import { answerOf } from '@harness/core/effects/kinds';
import { type Failure, failureOf, failures } from '@harness/core/failure/failure';
import type { End } from '@harness/core/journal/end';
import { type FoldedJournal, keyOfNeed } from '@harness/core/journal/journal';
import { type Effect, endOfState, type Machine, type Needs, type State } from '@harness/core/machine/machine';

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

export interface DriveLimits {
  /** E12: moves without a wait before the run is stopped. */
  readonly movesWithoutWait: number;
}

export function nextAction(log: FoldedJournal, machine: Machine, { movesWithoutWait }: DriveLimits): NextAction {
  const step = machine.steps.get(log.state.at);
  const needs = withKeys(log, log.stopping ? machine.release(log.state) : (step?.needs(log.state) ?? {}));
  const open = needs.filter(({ key }) => !log.answered.has(key));
  if (open.length > 0) return { is: 'ask', open };

  if (log.stopping) return { is: 'end', end: endAfterStop(log.stopping.because), result: null };
  if (!step) return { is: 'end', end: endOfState(machine, log.state), result: machine.result(log.state) };
  if (log.movesSinceWait >= movesWithoutWait)
    return { is: 'stop', because: failureOf('run.runaway', { moves: log.movesSinceWait, at: log.state.at }) };
  return { is: 'move', state: step.next(log.state, answersOf(needs, log)) };
}

const endAfterStop = (because: Failure | undefined): End => (because ? failures[because.code].end : 'stopped');

const answersOf = (needs: readonly Need[], log: FoldedJournal) =>
  Object.fromEntries(
    needs.flatMap(({ name, key, effect }) => {
      const outcome = log.answered.get(key);
      return outcome ? [[name, answerOf(effect, outcome)]] : [];
    }),
  );

/** The order of fields does not matter: a new release may write them in another order, and must not repeat paid work. */
function isSameEffect(one: Effect, other: Effect): boolean {
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)];
  return first === second || isDeepStrictEqual(JSON.parse(first), JSON.parse(second));
}

/** A need keeps its key while it stays the same. After an upgrade or an edit, a changed need gets a new key. */
const withKeys = (log: FoldedJournal, needs: Needs): readonly Need[] =>
  Object.entries(needs).map(([name, effect]) => {
    const plain = log.stopping ? `release/${name}` : keyOfNeed(log, name);
    const isOwn = (key: string) => {
      const before = log.asked.get(key)?.effect;
      return before === undefined || isSameEffect(before, effect);
    };
    let key = plain;
    for (let n = 1; !isOwn(key); n++) key = `${plain}@${log.version}${n === 1 ? '' : `.${n}`}`;
    return { name, effect, key };
  });
