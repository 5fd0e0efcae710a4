/**
 * Collects the units of a report: unfinished ones, and those that ended since the given time.
 *
 * It selects them by their summaries, so a report over a thousand old runs opens no journal. A journal that cannot be read
 * is reported as damaged, and the others are reported as usual.
 */

import { Refusal } from '@harness/core/failure/refusal';
import { isEnded } from '@harness/core/journal/journal';
import { refusalText } from '@harness/core/messages/lookup';
import type { Messages } from '@harness/core/messages/messages';
import type { DamagedRun } from '@harness/core/views/report/report';
import { isUnit, type Unit, unitOf } from '@harness/core/views/unit';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import type { RunSummary } from '@harness/engine/store/summary';
import { readRunMembers } from '../runs/read-runs.ts';

export interface CollectedUnits {
  readonly units: readonly Unit[];
  readonly damaged: readonly DamagedRun[];
}

export async function collectUnits(store: JsonlStore, sinceMs: number, messages: Messages): Promise<CollectedUnits> {
  const members = byUnit(await store.summaries());
  const units: Unit[] = [];
  const damaged: DamagedRun[] = [];
  for (const [run, all] of members) {
    const root = all.find((one) => one.run === run);
    if (isOver(root, sinceMs)) continue;
    try {
      units.push(await withHaltReason(await readRunMembers(store, run, all.map((one) => one.run).sort())));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      damaged.push({ run, why: refusalText(messages, error.code, error.params).message });
    }
  }
  return { units, damaged };
}

/** Only an unfinished run can be halted. The workflows are loaded only then, because they are most of the code. */
async function withHaltReason(unit: Unit): Promise<Unit> {
  return isEnded(unit.family[0].entries)
    ? unit
    : { ...unit, rest: (await import('../run/halt-reason.ts')).haltReasonOf(unit.family) };
}

/** A run without a readable summary counts as unfinished; a unit without a root run as over. */
const isOver = (root: RunSummary | undefined, sinceMs: number): boolean =>
  root?.summary?.ended ? root.summary.ended.atMs < sinceMs : root === undefined;

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
