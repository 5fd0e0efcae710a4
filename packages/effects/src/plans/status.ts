/** Says in a plan file how the plan stands: one line is rewritten, every other byte stays (DO-15). */
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { maxPlanBytes, type PlanStatus, readPlan, withStatus } from '@harness/core/input-files/plan-file';
import { resolveInside, writeFileWhole } from '../checkout/file.ts';
import { brokenPlansFailure, type PlansContext } from './context.ts';
import { readTextFile } from './text-file.ts';

export async function setPlanStatus(
  { repo }: Pick<PlansContext, 'repo'>,
  { path, status }: { readonly path: string; readonly status: PlanStatus },
): Promise<Outcome<{ readonly changed: boolean }>> {
  const file = readTextFile(resolveInside(repo, path), maxPlanBytes);
  if (file.is !== 'text') return fail('plans.broken', { detail: `${path}: ${file.is.replaceAll('-', ' ')}` });
  const read = readPlan(path, file.text);
  if (!read.ok)
    return brokenPlansFailure({ problems: read.problems, defects: [] }) ?? fail('plans.broken', { detail: path });
  if (read.plan.status === status) return ok({ changed: false });
  await writeFileWhole(repo, path, withStatus(file.text, status), file.mode);
  return ok({ changed: true });
}
