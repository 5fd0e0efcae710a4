/** What was done for a plan before: its journals, looked at without leaving a trace, and the run that did not come to its end. */
import type { Entry } from '@harness/core/journal';
import type { Journal } from '@harness/core/views/calls';
import type { Job as PhaseJob } from '@harness/core/workflows/phase/job';
import { phase } from '@harness/core/workflows/phase/machine';
import type { Job as PlanJob } from '@harness/core/workflows/plans/job';
import { plan as planMachine } from '@harness/core/workflows/plans/machine';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { isChildOf, rootOf } from '@harness/engine/store/store';
import { unreadable } from '../dry-run/open-task.ts';

export interface Unfinished {
  /** The run that is resumed: the one at the top, whoever began the plan. */
  readonly run: string;
  readonly phase: string;
}

export interface History {
  readonly journals: readonly Journal[];
  /** Newest first. */
  readonly unfinished: readonly Unfinished[];
}

export async function historyOf(store: JsonlStore, plan: string): Promise<History> {
  const names = [...new Set([...(await store.runs()), ...store.archived()])].filter((run) => mayBeOf(run, plan));
  const journals = await Promise.all(
    names.map(async (run): Promise<Journal> => ({ run, entries: await store.read(run).catch(unreadable) })),
  );
  const open = journals.flatMap(({ run, entries }) => {
    const about = aboutOf(entries[0]);
    const isOpen = about?.plan === plan && !entries.some(({ type }) => type === 'ended');
    return isOpen ? [{ run: rootOf(run), phase: about.phase, atMs: entries[0]?.atMs ?? 0 }] : [];
  });
  return {
    journals,
    unfinished: open.sort((one, other) => other.atMs - one.atMs).map(({ run, phase: of }) => ({ run, phase: of })),
  };
}

/** The name of a run of one plan begins with its id. Of the others only the children of somebody else's run can be meant. */
const mayBeOf = (run: string, plan: string): boolean =>
  /^\d{4}-/.test(run) ? run.startsWith(`${plan}-`) : isChildOf(run, rootOf(run));

function aboutOf(first: Entry | undefined): { readonly plan: string; readonly phase: string } | null {
  if (first?.type !== 'started') return null;
  if (first.machine === planMachine.id) return { plan: (first.input as PlanJob).id, phase: 'all' };
  if (first.machine !== phase.id) return null;
  const job = first.input as PhaseJob;
  return { plan: job.plan.id, phase: job.phase };
}
