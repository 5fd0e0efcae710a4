/** M4: checks that a run of a released version can still be read and resumed. One golden journal per version. */
import { describe, expect, test } from 'vitest';
import { answerOf } from '../effects/kinds.ts';
import { entrySchema } from '../journal/entry.ts';
import { type Entry, foldJournal } from '../journal/journal.ts';
import type { Machine, State } from '../machine/machine.ts';
import { replay } from './replay.ts';

export interface Golden<Input, S extends State, Result> {
  readonly machine: Machine<Input, S, Result>;
  readonly version: number;
  /** The journal as written by that version. */
  readonly journal: string;
  /** The last state of the recorded run. */
  readonly at: S['at'];
}

/** Runs the tests for any golden journal and returns its entries for further tests. */
export function golden<Input, S extends State, Result>({
  machine,
  version,
  journal,
  at,
}: Golden<Input, S, Result>): readonly Entry[] {
  const lines = journal.trimEnd().split('\n').map(parseLine);
  const entries = lines.map((line) => entrySchema.parse(line));

  describe(`M4 a run of version ${version}`, () => {
    test('passes the schema without loss', () => {
      expect(entries).toEqual(lines);
    });

    test('folds to its last state', () => {
      expect(foldJournal(entries)).toMatchObject({
        machine: machine.id,
        version,
        state: { at },
        ended: { end: 'done' },
      });
    });

    test('replays its recorded answers to exactly the recorded states', () => {
      const [first] = entries;
      if (first?.type !== 'started') throw new Error('a journal begins with started');
      const rounds = roundsOf(entries);
      const recorded = entries.flatMap((entry) => (entry.type === 'moved' ? [entry.state] : []));
      const replayed = rounds.map((_, n) => replay(machine, first.input as Input, rounds.slice(0, n + 1)));
      expect(replayed).toEqual(recorded);
    });

    test('asks in each state for exactly the recorded effects', () => {
      const asked = entries.flatMap((entry) => (entry.type === 'asked' ? [entry.effect] : []));
      const states = entries.flatMap((entry) =>
        entry.type === 'started' || entry.type === 'moved' ? [entry.state] : [],
      );
      const needs = states.flatMap((state) => Object.values(machine.steps.get(state.at)?.needs(state as never) ?? {}));
      expect(needs).toEqual(asked);
    });
  });
  return entries;
}

/** A line without its checksums; journals of older versions have no `prev`. */
function parseLine(line: string): unknown {
  const { crc, prev: _, ...entry } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  expect(crc).toMatch(/^[0-9a-f]{8}$/);
  return entry;
}

/** The answers of each move, as passed to `next`. */
function roundsOf(entries: readonly Entry[]) {
  const { asked, answered } = foldJournal(entries);
  const rounds: Record<string, unknown>[] = [];
  for (const [key, { effect }] of asked) {
    const [, move = '', name = ''] = /^(\d+)\/(.+)$/.exec(key) ?? [];
    const outcome = answered.get(key);
    if (!outcome) throw new Error(`${key} was never answered`);
    rounds[Number(move)] = { ...rounds[Number(move)], [name]: answerOf(effect, outcome) };
  }
  const moves = entries.filter(({ type }) => type === 'moved').length;
  return Array.from({ length: moves }, (_, n) => rounds[n] ?? {}); // a state without needs has no answers
}
