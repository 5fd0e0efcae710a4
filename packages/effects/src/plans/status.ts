/** Says in a plan file how the plan stands: one line is rewritten, every other byte stays (DO-15). */
import { fail, type Outcome, ok } from '@harness/core/failure';
import { maxPlanBytes, type PlanStatus, readPlan, withStatus } from '@harness/core/sources/plan-file';
import { inside, placeFile } from '../checkout/file.ts';
import { readTextFile } from './text.ts';
import { broken, type PlansWork } from './work.ts';

export async function setPlanStatus(
  { repo }: Pick<PlansWork, 'repo'>,
  { path, status }: { readonly path: string; readonly status: PlanStatus },
): Promise<Outcome<{ readonly changed: boolean }>> {
  const file = readTextFile(inside(repo, path), maxPlanBytes);
  if (file.is !== 'text') return fail('plans.broken', { detail: `${path}: ${file.is.replaceAll('-', ' ')}` });
  const read = readPlan(path, file.text);
  if (!read.ok) return broken({ problems: read.problems, defects: [] }) ?? fail('plans.broken', { detail: path });
  if (read.plan.status === status) return ok({ changed: false });
  await placeFile(repo, path, withStatus(file.text, status), file.mode);
  return ok({ changed: true });
}
