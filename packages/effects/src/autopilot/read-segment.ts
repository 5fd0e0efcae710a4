/** Reads the next tasks of an approved plan, and marks them as begun. */

import type { PlanSegment, readSegment } from '@harness/core/effects/autopilot';
import type { ArgsOf } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { type PlanTask, readPlanFile } from '@harness/core/sessions/plan-file';
import type { TaskProgress } from '@harness/core/sessions/task-state';
import { artifactBytes } from '../artifact/store.ts';
import type { AutopilotContext } from './context.ts';
import { writeTaskProgress } from './task-progress.ts';

export async function performReadSegment(
  { repo, runFolder }: AutopilotContext,
  args: ArgsOf<typeof readSegment>,
): Promise<Outcome<PlanSegment>> {
  const { tasks } = readPlanFile((await artifactBytes(runFolder, args.plan)).toString('utf8'));
  const left = tasks.filter(({ n }) => n >= args.from);
  const end = left.findIndex(({ checkpoint }) => checkpoint !== null);
  const segment = end < 0 ? left : left.slice(0, end + 1);
  const last = segment.at(-1);
  const progress = tasks.map(({ n }) => [n, progressOf(n, args.from, last)] as const);
  await writeTaskProgress(repo, args, new Map(progress));
  const { checkpoint = null, options = [] } = last ?? {};
  return ok({
    tasks: segment.map(({ n, title }) => ({ n, title })),
    checkpoint: checkpoint === null ? null : { kind: checkpoint, options },
    isLast: segment.length === left.length,
  });
}

function progressOf(n: number, from: number, last: PlanTask | undefined): TaskProgress {
  if (n < from) return 'complete';
  return last !== undefined && n <= last.n ? 'in_progress' : 'pending';
}
