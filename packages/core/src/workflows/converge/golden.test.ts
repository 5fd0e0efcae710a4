/** M4: runs that a released version wrote can be read and gone on with for ever. One golden journal a version. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerOf } from '../../effects/kinds.ts';
import { entrySchema } from '../../entry.ts';
import { type Entry, fold } from '../../journal.ts';
import { replay } from '../../machine.ts';
import { en } from '../../messages/en.ts';
import { show } from '../../views/show.ts';
import type { Job } from './job.ts';
import { converge } from './machine.ts';

const read = (version: number): readonly unknown[] =>
  readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { crc, ...entry } = JSON.parse(line) as Readonly<Record<string, unknown>>;
      expect(crc).toMatch(/^[0-9a-f]{8}$/);
      return entry;
    });

/** What each state was answered, move by move, as `next` was given it. */
function roundsOf(entries: readonly Entry[]) {
  const { asked, answered } = fold(entries);
  const rounds: Record<string, unknown>[] = [];
  for (const [key, { effect }] of asked) {
    const [, move = '', name = ''] = /^(\d+)\/(.+)$/.exec(key) ?? [];
    const outcome = answered.get(key);
    if (!outcome) throw new Error(`${key} was never answered`);
    rounds[Number(move)] = { ...rounds[Number(move)], [name]: answerOf(effect, outcome) };
  }
  return rounds;
}

test('M4 there is a golden journal of the version that is released', () => {
  expect(read(converge.version).length).toBeGreaterThan(0);
});

describe('M4 a run of version 1', () => {
  const entries = read(1).map((entry) => entrySchema.parse(entry));
  const [first] = entries;

  test('passes the schema, and nothing of it is lost on the way', () => {
    expect(entries).toEqual(read(1));
  });

  test('folds to where it ended', () => {
    expect(fold(entries)).toMatchObject({
      machine: 'converge',
      version: 1,
      state: { at: 'converged' },
      ended: { end: 'done' },
    });
  });

  test('is led by its recorded answers to exactly the recorded states', () => {
    if (first?.type !== 'started') throw new Error('a journal begins with started');
    const rounds = roundsOf(entries);
    const recorded = entries.flatMap((entry) => (entry.type === 'moved' ? [entry.state] : []));
    const replayed = rounds.map((_, n) => replay(converge, first.input as Job, rounds.slice(0, n + 1)));
    expect(replayed).toEqual(recorded);
  });

  test('asks in each of its states for exactly what was recorded as asked', () => {
    const asked = entries.flatMap((entry) => (entry.type === 'asked' ? [entry.effect] : []));
    const states = entries.flatMap((entry) =>
      entry.type === 'started' || entry.type === 'moved' ? [entry.state] : [],
    );
    const needs = states.flatMap((state) => Object.values(converge.steps.get(state.at)?.needs(state as never) ?? {}));
    expect(needs).toEqual(asked);
  });

  test('is shown with its story: a red check, a repair, a finding that was fixed, a low that is left', () => {
    const shown = show([{ run: 'r', entries }], { isOwned: false, answered: new Set() }, en);
    expect(shown).toMatchObject({ status: 'done', costUsd: 0.041 });
    expect(shown.calls.map(({ role, attempt }) => `${role} ${attempt}`)).toEqual([
      'converge.implementer 1',
      'converge.implementer 2',
      'converge.reviewer 1',
      'converge.implementer 3',
      'converge.reviewer 2',
    ]);
    expect(shown.checks.map(({ green }) => green)).toEqual([false, true, true]);
    expect(shown.findings.map(({ severity, status }) => `${severity} ${status}`)).toEqual([
      'high fixed',
      'low follow-up',
    ]);
    expect(shown.commits).toHaveLength(1);
  });
});
