/** Detects manual edits of the plan files, and imports them or moves them aside (contracts §3). */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MissionPlanFile, PlanEdit } from '@harness/core/effects/features';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { contractFile, contractText } from '@harness/core/input-files/validation-contract';
import { featureStatusText } from '@harness/core/mission/features-text';
import type { MissionPlan, PlanReadResult } from '@harness/core/mission/plan';
import { hasOtherContract, readPlanEdit } from '@harness/core/mission/plan-edit';
import { resolveInside, writeFileWhole } from '../checkout/file.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { type FeaturesContext, harnessFolder } from './context.ts';
import { describePlanProblem, type PlanText, planText } from './find-plan.ts';
import { readStoredPlan, storePlan, toFeatureProgress } from './plan-file.ts';

interface Args {
  readonly plan: MissionPlanFile;
  readonly begun: readonly string[];
}

type StatusRows = Parameters<typeof featureStatusText>[1];
interface Progress {
  readonly features: StatusRows;
  readonly shown?: StatusRows;
}

/** A missing file is not an edit: it is written again. */
export async function performCheckPlanEdit(
  work: FeaturesContext,
  { plan: file, features: now, shown = now }: Pick<Args, 'plan'> & Progress,
): Promise<Outcome<{ readonly isEdited: boolean }>> {
  const plan = await readStoredPlan(work, file);
  const [features, contract] = [planText(work.repo, 'features.json'), planText(work.repo, contractFile)];
  const isOther =
    features.is === 'text' && [now, shown].every((rows) => features.text !== featureStatusText(plan, rows));
  return ok({ isEdited: isOther || features.is === 'strange' || isChanged(contract, plan) });
}

const isChanged = (contract: PlanText, plan: MissionPlan): boolean =>
  contract.is === 'strange' || (contract.is === 'text' && hasOtherContract(contract.text, plan));

export async function performImportPlanEdit(
  work: FeaturesContext,
  { plan: file, begun }: Args,
): Promise<Outcome<PlanEdit>> {
  const plan = await readStoredPlan(work, file);
  const [features, contract] = [planText(work.repo, 'features.json'), planText(work.repo, contractFile)];
  const [strange] = [features, contract].flatMap((one) => (one.is === 'strange' ? [one.detail] : []));
  if (strange !== undefined) return ok({ is: 'refused', problems: strange });
  if (features.is !== 'text') return ok({ is: 'refused', problems: 'features.json is missing' });
  const read = readPlanEdit(features.text, contract.is === 'text' ? contract.text : null, { plan, begun });
  if (read.is !== 'plan') return ok({ is: 'refused', problems: truncateProblems(read) });
  // Keep the written statuses: only the mission knows which features are in work.
  const rows = read.plan.features.map((feature) => ({ ...toFeatureProgress(feature), status: feature.status }));
  return ok({ is: 'taken', plan: await storePlan(work, read.plan), features: rows });
}

const maxProblems = 20;

/** Limits the list, because a person reads it in a question. */
function truncateProblems(read: Exclude<PlanReadResult, { is: 'plan' }>): string {
  const problems = describePlanProblem(read).split('; ');
  const rest = problems.length - maxProblems;
  return [...problems.slice(0, maxProblems), ...(rest > 0 ? [`… +${rest}`] : [])].join('; ');
}

/** Moves the edited files, also a link or a folder. Writes the contract again; the view writes the features. */
export async function performBackUpPlanEdit(
  work: FeaturesContext,
  { plan: file }: Pick<Args, 'plan'>,
): Promise<Outcome<{ readonly kept: readonly string[] }>> {
  const plan = await readStoredPlan(work, file);
  const isOther = isChanged(planText(work.repo, contractFile), plan);
  const kept = [await moveAside(work, 'features.json'), ...(isOther ? [await moveAside(work, contractFile)] : [])];
  if (isOther) await writeFileWhole(work.repo, `${harnessFolder}/${contractFile}`, contractText(plan.assertions));
  return ok({ kept: kept.flatMap((one) => one ?? []) });
}

/** `null` if the file is missing, or was moved before a crash. */
async function moveAside({ repo }: FeaturesContext, name: string): Promise<string | null> {
  if (planText(repo, name).is === 'missing') return null;
  const path = join(resolveInside(repo, harnessFolder), name);
  let n = 1;
  while (existsSync(`${path}.yours-${n}`)) n++;
  await refuseUnwritable(path, () => rename(path, `${path}.yours-${n}`));
  return `${harnessFolder}/${name}.yours-${n}`;
}
