import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { en } from '@harness/core/messages/en';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../runs/folder.ts';
import { damageSilently, sampleJournals, writeJournal } from '../testing/journals.ts';
import { collectUnits } from './collect-units.ts';

function folder() {
  const root = mkdtempSync(join(tmpdir(), 'harness-gather-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const journal = (run: string) => join(root, '.harness', 'runs', run, 'journal.jsonl');
  const write = (run: string, machine: string, entries: readonly Entry[]) =>
    writeJournal(
      journal(run),
      entries.map((entry) => (entry.type === 'started' ? { ...entry, machine } : entry)),
    );
  const runs = async (sinceMs: number) => {
    const { units, damaged } = await collectUnits(openStore(root), sinceMs, en);
    return { units: units.map(({ family }) => family.map(({ run }) => run)), damaged: damaged.map(({ run }) => run) };
  };
  return { journal, write, runs };
}

test('a unit is a run with its children; of a queue, each run that it started', async () => {
  const { write, runs } = folder();
  write('x', 'plan', sampleJournals.done(5_000, 'x'));
  write('x.1.loop', 'converge', sampleJournals.done(5_000, 'x'));
  write('q', 'plans', sampleJournals.parked(1_000, 'q'));
  write('q.1.plan', 'plan', sampleJournals.done(2_000, 'a'));
  write('q.2.plan', 'plan', sampleJournals.waiting(5_000, 'b'));
  write('q.2.plan.1.loop', 'converge', sampleJournals.done(5_000, 'b'));
  expect((await runs(0)).units.sort()).toEqual([['q.1.plan'], ['q.2.plan', 'q.2.plan.1.loop'], ['x', 'x.1.loop']]);
  expect((await runs(3_000)).units.sort()).toEqual([
    ['q.2.plan', 'q.2.plan.1.loop'],
    ['x', 'x.1.loop'],
  ]);
});

test('no journal of a unit that ended earlier is read, not even below a running queue', async () => {
  const { journal, write, runs } = folder();
  write('q', 'plans', sampleJournals.parked(1_000, 'q'));
  write('q.1.plan', 'plan', sampleJournals.done(2_000, 'a'));
  await runs(0); // writes their summaries
  damageSilently(journal('q.1.plan'));
  expect(await runs(3_000)).toEqual({ units: [], damaged: [] });
  expect(await runs(0)).toEqual({ units: [], damaged: ['q.1.plan'] });
});
