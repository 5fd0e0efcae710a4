/**
 * Reads the health of the newest mission (MO-11). `GET /health` must answer at once, so it reads only new entries, and
 * does not wait for a long journal.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '@harness/core/failure/refusal';
import {
  addMissionFact,
  type MissionFacts,
  missionChecksOf,
  noMissionFacts,
} from '@harness/core/workflows/mission/health';
import { type JournalTail, openJournalTail } from '@harness/engine/store/journal-tail';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';

/** How long an answer waits for the journal. */
const waitMs = 40;

interface FollowedMission {
  readonly run: string;
  readonly tail: JournalTail;
  facts: MissionFacts;
  /** `undefined` while no read is in progress. */
  reading: Promise<void> | undefined;
  /** Null until the journal was read to its end once, and if it cannot be read. */
  checked: MissionFacts | null;
}

interface KnownRuns {
  /** The start of each mission by its run; null for other workflows. The first entry of a run never changes. */
  readonly starts: Map<string, number | null>;
  followed: FollowedMission | undefined;
}

const known = new WeakMap<JsonlStore, KnownRuns>();

export async function readMissionHealth(store: JsonlStore) {
  const all = known.get(store) ?? { starts: new Map<string, number | null>(), followed: undefined };
  known.set(store, all);
  const run = newestMission(all.starts, store, [...(await store.runs()), ...store.archived()]);
  if (run === null) return { mission: null, checks: null };
  if (all.followed?.run !== run) all.followed = follow(store, run);
  const mission = all.followed;
  try {
    await Promise.race([readMore(mission), delay(waitMs, undefined, { ref: false })]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { mission: null, checks: null }; // an unreadable journal must not fail the health document
  }
  return { mission: run, checks: mission.checked && missionChecksOf(mission.checked, Date.now()) };
}

function newestMission(starts: KnownRuns['starts'], store: JsonlStore, runs: readonly string[]): string | null {
  let newest: { readonly run: string; readonly atMs: number } | null = null;
  for (const run of runs) {
    if (run !== rootOf(run)) continue;
    if (!starts.has(run)) starts.set(run, missionStart(store, run));
    const atMs = starts.get(run) ?? null;
    if (atMs !== null && atMs >= (newest?.atMs ?? 0)) newest = { run, atMs };
  }
  return newest?.run ?? null;
}

function missionStart(store: JsonlStore, run: string): number | null {
  const first = store.firstEntry(run);
  return first?.type === 'started' && first.machine === 'mission' ? first.atMs : null;
}

const follow = (store: JsonlStore, run: string): FollowedMission => ({
  run,
  tail: openJournalTail(store.journalPaths(run)),
  facts: noMissionFacts,
  reading: undefined,
  checked: null,
});

/** One read at a time: two at once would count entries twice. */
function readMore(mission: FollowedMission): Promise<void> {
  mission.reading ??= (async () => {
    try {
      for (const entry of await mission.tail.read()) mission.facts = addMissionFact(mission.facts, entry);
      mission.checked = mission.facts;
    } catch (error) {
      mission.checked = null;
      throw error;
    } finally {
      mission.reading = undefined;
    }
  })();
  return mission.reading;
}
