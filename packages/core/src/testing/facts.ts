/** Journals for tests, written fact by fact. The schema reads every one of them, so that a fixture cannot drift from it. */
import type { End } from '../end.ts';
import { entrySchema } from '../entry.ts';
import type { FailureCode, Outcome, Params } from '../failure.ts';
import type { Entry, Fact } from '../journal.ts';
import type { Effect, State } from '../machine.ts';
import type { NoteCode } from '../note.ts';
import { noUsage, type Spent } from '../usage.ts';
import type { Journal } from '../views/calls.ts';

/** One fact a second: the nth happened `n` seconds after the epoch. */
export const written = (facts: readonly Fact[]): readonly Entry[] =>
  facts.map((fact, n) => entrySchema.parse({ ...fact, atMs: (n + 1) * 1_000 }));

export const journalOf = (facts: readonly Fact[], run = 'r'): Journal => ({ run, entries: written(facts) });

export const started = (machine = 'converge'): Fact => ({
  type: 'started',
  machine,
  version: 1,
  title: 'a title',
  settings: {},
  input: null,
  state: { at: 'opening' },
});

export const asked = (key: string, effect: Effect): Fact => ({ type: 'asked', key, effect });

export const answered = (key: string, outcome: Outcome<unknown>, spent?: Spent): Fact => ({
  type: 'answered',
  key,
  outcome,
  ...(spent ? { spent } : {}),
});

export const failed = (key: string, code: FailureCode, params: Params = {}, spent?: Spent): Fact => ({
  type: 'failed',
  key,
  failure: { code, params },
  againAtMs: 60_000,
  parks: false,
  ...(spent ? { spent } : {}),
});

export const noted = (code: NoteCode, params: Params = {}, key?: string): Fact => ({
  type: 'noted',
  code,
  params,
  ...(key === undefined ? {} : { key }),
});

export const moved = (at: State['at']): Fact => ({ type: 'moved', state: { at } });

export const ended = (end: End): Fact => ({ type: 'ended', end, result: null });

export const cents = (n: number): Spent => ({ usage: { ...noUsage, input: n * 100, output: n }, costUsd: n / 100 });
