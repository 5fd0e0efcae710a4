/** Writes the journal of one path through a machine, as the engine would; the caller chooses every answer. */
import { answerOf, type EffectVocabulary, isWait, sampleAnswers } from '../effects/kinds.ts';
import type { Outcome } from '../failure/failure.ts';
import type { NewEntry } from '../journal/journal.ts';
import { endOfState, type Machine, type State } from '../machine/machine.ts';
import { asked, cents, failed, noted, toEntries } from './facts.ts';

/** `choose(n)` picks one of `n`. Stops after `mostMoves`: every prefix of a journal is a journal. */
export function walk<Input, S extends State, Result>(
  machine: Machine<Input, S, Result>,
  input: Input,
  words: EffectVocabulary,
  choose: (n: number) => number,
  mostMoves = 30,
) {
  const start = machine.start(input);
  const { id, version } = machine;
  const facts: NewEntry[] = [
    { type: 'started', machine: id, version, title: 'a walk', settings: {}, input, state: start },
  ];
  let state = start;
  for (let move = 0; move < mostMoves; move++) {
    const step = machine.steps.get(state.at);
    if (!step) {
      const end = endOfState(machine as Machine, state);
      facts.push({ type: 'ended', end, result: machine.result(state) });
      break;
    }
    const needs = Object.entries(step.needs(state)).map(([name, effect]) => ({ name, effect, key: `${move}/${name}` }));
    facts.push(...needs.map(({ key, effect }) => asked(key, effect)));
    const answers: Record<string, unknown> = {};
    for (const { name, effect, key } of needs) {
      if (!isWait(effect)) facts.push(...interruptions(key, choose));
      const outcome = oneOf(sampleAnswers(effect, name, words), choose);
      facts.push({ type: 'answered', key, outcome, spent: cents(1) });
      answers[name] = answerOf(effect, outcome);
    }
    state = step.next(state, answers);
    facts.push({ type: 'moved', state });
  }
  return toEntries(facts);
}

/** Mostly successes: a walk on which everything fails explores little. */
function oneOf(all: readonly Outcome<unknown>[], choose: (n: number) => number): Outcome<unknown> {
  const from = choose(8) === 0 ? all : all.filter(({ ok }) => ok);
  return from[choose(from.length)] as Outcome<unknown>;
}

/** Entries that may come between `asked` and `answered`. */
function interruptions(key: string, choose: (n: number) => number): readonly NewEntry[] {
  const all: readonly (readonly NewEntry[])[] = [
    [],
    [noted('agent.started', { provider: 'scripted', script: 'sha', answer: 0 }, key)],
    [failed(key, 'agent.timeout', {}, cents(2)), noted('agent.started', {}, key)],
    [noted('process.started', { pid: 1, startedAt: 'then' }, key), noted('effect.interrupted', {}, key)],
    [noted('run.repaired', { keptAs: 'x' }), noted('run.resumed', { provider: 'scripted' })],
  ];
  return all[choose(all.length)] ?? [];
}
