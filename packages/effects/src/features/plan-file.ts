/** The plan of a mission as its run keeps it: written once, and never read as anything but what was written. */
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import type { Imported, Kept, PlanFile } from '@harness/core/effects/features';
import type { MissionPlan } from '@harness/core/mission/plan';
import type { Feature } from '@harness/core/sources/features';
import { kindOf } from '@harness/core/sources/validation-contract';
import { writeArtifact } from '../artifact/store.ts';
import { readText } from '../checkout/file.ts';
import { Broken, type FeaturesWork } from './work.ts';

export async function keepPlan({ repo, runFolder, key }: FeaturesWork, plan: MissionPlan): Promise<PlanFile> {
  const { path, sha256 } = await writeArtifact(runFolder, `${key}.plan.json`, JSON.stringify(plan, null, 2));
  return { file: relative(repo, join(runFolder, path)), sha256 };
}

export async function readKeptPlan(
  { repo }: Pick<FeaturesWork, 'repo'>,
  { file, sha256 }: PlanFile,
): Promise<MissionPlan> {
  const text = await readText(repo, file);
  if (text === null) throw new Broken(`${file} is gone`);
  if (createHash('sha256').update(text).digest('hex') !== sha256) throw new Broken(`${file} was changed`);
  return JSON.parse(text) as MissionPlan;
}

export const imported = (plan: PlanFile, { features }: MissionPlan): Imported => ({
  plan,
  features: features.map(row),
});

/** What another process had in hand when it stopped is begun anew: nothing of it is known here. */
export const row = ({ id, dependsOn, claims, status, attempts }: Feature): Kept => ({
  ...{ id, after: dependsOn, kinds: [...new Set(claims.map(kindOf))], attempts, architected: false },
  status: status === 'in_progress' || status === 'validating' ? 'todo' : status,
});
