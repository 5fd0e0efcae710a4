/** Writes a plan as the two files of a mission and imports it (M-03, M-04), the contract first. */
import type { ImportedPlan } from '@harness/core/effects/features';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { contractFile, contractText } from '@harness/core/input-files/validation-contract';
import { featuresText } from '@harness/core/mission/features-text';
import type { MissionPlan } from '@harness/core/mission/plan';
import { writeFileWhole } from '../checkout/file.ts';
import { type FeaturesContext, harnessFolder } from './context.ts';
import { storePlan, toImportedPlan } from './plan-file.ts';

export async function performAdoptPlan(
  work: FeaturesContext,
  { plan }: { plan: MissionPlan },
): Promise<Outcome<ImportedPlan>> {
  const { repo } = work;
  const features = plan.features.map((feature) => ({ ...feature, status: 'todo' as const, attempts: 0 }));
  await writeFileWhole(repo, `${harnessFolder}/${contractFile}`, contractText(plan.assertions));
  await writeFileWhole(repo, `${harnessFolder}/features.json`, featuresText(features));
  const fresh = { ...plan, features };
  return ok(toImportedPlan(await storePlan(work, fresh), fresh));
}
