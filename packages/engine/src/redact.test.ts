import { ok } from '@harness/core/failure/failure';
import { foldJournal } from '@harness/core/journal/journal';
import { expect, test } from 'vitest';
import { startAndDriveRun } from './runs.ts';
import { walker } from './testing/machines.ts';
import { memoryStore } from './testing/memory-store.ts';
import { testWorld } from './testing/world.ts';
import type { World } from './world.ts';

/** Removes one word; a value without it is returned unchanged, by identity. */
const without =
  (word: string): World['redact'] =>
  (value) => {
    const text = JSON.stringify(value);
    return text.includes(word) ? (JSON.parse(text.replaceAll(word, '***')) as typeof value) : value;
  };

const setUp = async (word: string) => {
  const store = memoryStore();
  const deeds = { git: ok(`made with ${word}`), check: ok({ green: true }) };
  const { world, observed, performed } = await testWorld(store, 'r', [walker], { deeds });
  const beginning = { run: 'r', machine: walker.id, title: `Use ${word}`, settings: {}, input: null };
  const go = () => startAndDriveRun({ ...world, redact: without(word) }, beginning, new AbortController().signal);
  return { go, observed, performed, entries: () => store.files.get('r') ?? [] };
};

test('a secret is neither in the journal, nor in its fold, nor in the observed events', async () => {
  const { go, entries, observed } = await setUp('sesame');
  expect(await go()).toMatchObject({ is: 'ended' });
  expect(foldJournal(entries()).title).toBe('Use ***');
  expect(JSON.stringify([entries(), observed])).not.toContain('sesame');
  expect(JSON.stringify(entries())).toContain('made with ***');
});

test('an effect that contains a secret ends the run with an error and is not performed', async () => {
  const { go, performed } = await setUp('push'); // the name of an operation: part of the requested effect
  await expect(go()).rejects.toThrow('must not be written');
  expect(performed).toEqual([]);
});
