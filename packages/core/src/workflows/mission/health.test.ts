import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { entrySchema } from '../../journal/entry.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import { checksSchema, decisionsSchema } from './control-schemas.ts';
import { addMissionFact, decisionsDocument, missionChecksOf, noMissionFacts } from './health.ts';

const golden = readFileSync(new URL('./journals/v1.jsonl', import.meta.url), 'utf8');
const entries = golden
  .trimEnd()
  .split('\n')
  .map((line) => entrySchema.parse({ ...(JSON.parse(line) as object), crc: undefined }));
const family = (upTo = entries.length): RunTree => [{ run: 'm', entries: entries.slice(0, upTo) }];
const factsOf = (upTo = entries.length) => entries.slice(0, upTo).reduce(addMissionFact, noMissionFacts);
const until = (at: string) => entries.findIndex((entry) => entry.type === 'moved' && entry.state.at === at) + 1;

test('MO-11 counts every decision by verb', () => {
  const document = decisionsDocument('m', family());
  expect(decisionsSchema.parse(document)).toEqual(document);
  expect(document).toMatchObject({ run: 'm', total: 10, recognized: 10, ghosts: 0, ghostRate: 0 });
  expect(factsOf()).toMatchObject({ decisions: 10, ghosts: 0 });
  expect(document.byVerb).toMatchObject({ CONVERTED: 1, DONE: 1 });
  expect(decisionsDocument(null, null)).toMatchObject({ run: null, total: 0, ghostRate: 0, decisions: [] });
});

test('MO-11 a finished mission is healthy; one at a checkpoint reports that, and inactivity', () => {
  const well = missionChecksOf(factsOf(), Number.MAX_SAFE_INTEGER);
  expect(checksSchema.parse(well)).toEqual(well);
  expect(Object.values(well).every(Boolean)).toBe(true);
  const held = factsOf(until('held'));
  const lastMs = held.lastAtMs;
  expect(missionChecksOf(held, lastMs)).toMatchObject({ no_pending_checkpoints: false, recent_activity: true });
  expect(missionChecksOf(held, lastMs + 600_000)).toMatchObject({ recent_activity: false, not_escalated: true });
  expect(missionChecksOf(factsOf(1), 0)).toMatchObject({ features_present: false });
});
