/** Builds journals for tests from single facts. The schema parses each, so that a fixture cannot drift from it. */

import { type CallCost, noUsage } from '../budget/usage.ts';
import type { Params } from '../codes.ts';
import type { FailureCode, Outcome } from '../failure/failure.ts';
import type { End } from '../journal/end.ts';
import { entrySchema } from '../journal/entry.ts';
import type { Entry, NewEntry } from '../journal/journal.ts';
import type { NoteCode } from '../journal/note.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import type { Effect, State } from '../machine/machine.ts';

/** One fact per second: the nth happens `n` seconds after the epoch. */
export const toEntries = (facts: readonly NewEntry[]): readonly Entry[] =>
  facts.map((fact, n) => entrySchema.parse({ ...fact, atMs: (n + 1) * 1_000 }));

export const journalOf = (facts: readonly NewEntry[], run = 'r'): RunJournal => ({ run, entries: toEntries(facts) });

export const started = (machine = 'converge'): NewEntry => ({
  type: 'started',
  machine,
  version: 1,
  title: 'a title',
  settings: {},
  input: null,
  state: { at: 'opening' },
});

export const asked = (key: string, effect: Effect): NewEntry => ({ type: 'asked', key, effect });

export const answered = (key: string, outcome: Outcome<unknown>, spent?: CallCost): NewEntry => ({
  type: 'answered',
  key,
  outcome,
  ...(spent ? { spent } : {}),
});

export const failed = (key: string, code: FailureCode, params: Params = {}, spent?: CallCost): NewEntry => ({
  type: 'failed',
  key,
  failure: { code, params },
  againAtMs: 60_000,
  parks: false,
  ...(spent ? { spent } : {}),
});

export const noted = (code: NoteCode, params: Params = {}, key?: string): NewEntry => ({
  type: 'noted',
  code,
  params,
  ...(key === undefined ? {} : { key }),
});

export const moved = (at: State['at']): NewEntry => ({ type: 'moved', state: { at } });

export const ended = (end: End): NewEntry => ({ type: 'ended', end, result: null });

export const cents = (n: number): CallCost => ({ usage: { ...noUsage, input: n * 100, output: n }, costUsd: n / 100 });
