/**
 * The units that a report tells of: those that are unfinished, and those that ended since.
 *
 * Which they are is in the summaries, so a report over a thousand runs that ended long ago opens no journal. One that cannot be
 * read is told by itself, and the others are told all the same.
 */

import { Refusal } from '@harness/core/failure/refusal';
import { refusalText } from '@harness/core/messages/lookup';
import type { Messages } from '@harness/core/messages/messages';
import type { DamagedRun } from '@harness/core/views/report/report';
import { isUnit, type Unit, unitOf } from '@harness/core/views/unit';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import type { RunSummary } from '@harness/engine/store/summary';
import { readRunFrom } from '../runs/read-runs.ts';

export interface CollectedUnits {
  readonly units: readonly Unit[];
  readonly damaged: readonly DamagedRun[];
}

export async function collectUnits(store: JsonlStore, sinceMs: number, messages: Messages): Promise<CollectedUnits> {
  const members = byUnit(await store.summaries());
  const units: Unit[] = [];
  const damaged: DamagedRun[] = [];
  for (const [run, all] of members) {
    const own = all.find((one) => one.run === run);
    if (isOver(own, sinceMs)) continue;
    try {
      units.push(await withRest(await readRunFrom(store, run, all.map((one) => one.run).sort())));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      damaged.push({ run, why: refusalText(messages, error.code, error.params).message });
    }
  }
  return { units, damaged };
}

/** Only an unfinished run may rest, and only then its workflow is loaded: all of them together are most of the code. */
async function withRest(unit: Unit): Promise<Unit> {
  const isOver = unit.family[0].entries.some(({ type }) => type === 'ended');
  return isOver ? unit : { ...unit, rest: (await import('../run/halt-reason.ts')).haltReasonOf(unit.family) };
}

/** One whose summary cannot be made is not over: nobody knows. */
const isOver = (own: RunSummary | undefined, sinceMs: number): boolean =>
  own?.summary?.ended ? own.summary.ended.atMs < sinceMs : own === undefined;

function byUnit(all: readonly RunSummary[]): ReadonlyMap<string, readonly RunSummary[]> {
  const workflows = new Map(all.map(({ run, summary }) => [run, summary?.workflow ?? '']));
  const units = new Map<string, RunSummary[]>();
  for (const one of all) {
    const root = workflows.get(rootOf(one.run)) ?? '';
    const unit = unitOf(one.run, root);
    if (unit === undefined || !isUnit(unit, root)) continue;
    const known = units.get(unit);
    if (known) known.push(one);
    else units.set(unit, [one]);
  }
  return units;
}
