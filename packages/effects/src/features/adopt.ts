/** Writes a plan as the two files of a mission, and takes it up (M-03, M-04). The contract comes first, as it was made first. */
import type { Imported } from '@harness/core/effects/features';
import { type Outcome, ok } from '@harness/core/failure';
import { featuresText } from '@harness/core/mission/features-text';
import type { MissionPlan } from '@harness/core/mission/plan';
import { contractFile, contractText } from '@harness/core/sources/validation-contract';
import { placeFile } from '../checkout/file.ts';
import { imported, keepPlan } from './plan-file.ts';
import { type FeaturesWork, folder } from './work.ts';

export async function adoptPlan(work: FeaturesWork, { plan }: { plan: MissionPlan }): Promise<Outcome<Imported>> {
  const { repo } = work;
  const features = plan.features.map((feature) => ({ ...feature, status: 'todo' as const, attempts: 0 }));
  await placeFile(repo, `${folder}/${contractFile}`, contractText(plan.assertions));
  await placeFile(repo, `${folder}/features.json`, featuresText(features));
  const fresh = { ...plan, features };
  return ok(imported(await keepPlan(work, fresh), fresh));
}
