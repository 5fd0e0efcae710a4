/** Reads the journals of a plan's earlier runs, without writing anything, and finds the unfinished runs. */

import { type Entry, foldJournal, isEnded } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { PhaseJob } from '@harness/core/workflows/phase/job';
import { phase } from '@harness/core/workflows/phase/machine';
import type { PlanJob } from '@harness/core/workflows/plan/job';
import { plan as planMachine } from '@harness/core/workflows/plan/machine';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { isChildOf, rootOf } from '@harness/engine/store/store';
import { ignoreDamagedJournal } from '../../runs/damaged-journal.ts';

const queueMachine = 'plans';
export const isQueue = (run: string): boolean => run.startsWith(`${queueMachine}-`) && rootOf(run) === run;

export interface UnfinishedRun {
  /** The run to resume: always the top-level run, also if the queue started the plan. */
  readonly run: string;
  readonly phase: string;
}

export interface PlanHistory {
  readonly journals: readonly RunJournal[];
  /** Newest first. */
  readonly unfinished: readonly UnfinishedRun[];
  /** The newest run of the plan; `null` if there is none. */
  readonly newest: (UnfinishedRun & { readonly job: PlanJob }) | null;
}

export async function readPlanHistory(store: JsonlStore, plan: string): Promise<PlanHistory> {
  const names = [...new Set([...(await store.runs()), ...store.archived()])].filter((run) => mayBeOf(run, plan));
  const journals = await Promise.all(
    names.map(
      async (run): Promise<RunJournal> => ({ run, entries: await store.read(run).catch(ignoreDamagedJournal) }),
    ),
  );
  const all = journals.flatMap(({ run, entries }) => {
    const started = planOfRun(entries[0]);
    if (started?.job.id !== plan) return [];
    return [{ run, ...started, atMs: entries[0]?.atMs ?? 0, isOpen: !isEnded(entries) }];
  });
  const open = all.filter(({ isOpen }) => isOpen).map((one) => ({ ...one, run: rootOf(one.run) }));
  const picked = await queuesThatPicked(store, plan);
  return {
    journals,
    newest: all.toSorted((one, other) => other.atMs - one.atMs)[0] ?? null,
    unfinished: [...open, ...picked]
      .sort((one, other) => other.atMs - one.atMs)
      .map(({ run, phase: of }) => ({ run, phase: of })),
  };
}

/** A queue that picked the plan and was interrupted before the run of the plan existed; it starts the run later. */
async function queuesThatPicked(store: JsonlStore, plan: string) {
  const queues = (await store.runs()).filter(isQueue);
  const found = await Promise.all(
    queues.map(async (run) => foldJournal(await store.read(run).catch(ignoreDamagedJournal))),
  );
  return found.flatMap(({ state, ended }, at) => {
    const { at: place, plan: picked } = (state ?? {}) as { at?: string; plan?: { id: string } };
    const isPicked = !ended && place === 'starting' && picked?.id === plan;
    return isPicked ? [{ run: queues[at] ?? '', phase: 'all', atMs: 0 }] : [];
  });
}

/** The id of a plan's run starts with the plan's id. Any other run must be a child, for example of the queue. */
const mayBeOf = (run: string, plan: string): boolean =>
  /^\d{4}-/.test(run) ? run.startsWith(`${plan}-`) : isChildOf(run, rootOf(run));

export function planOfRun(first: Entry | undefined): { readonly job: PlanJob; readonly phase: string } | null {
  if (first?.type !== 'started') return null;
  if (first.machine === planMachine.id) return { job: first.input as PlanJob, phase: 'all' };
  if (first.machine !== phase.id) return null;
  const job = first.input as PhaseJob;
  return { job: job.plan, phase: job.phase };
}
