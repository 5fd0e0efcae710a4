/** Stores the plan of a mission once in its run, and verifies its hash when reading it. */
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import type { FeatureProgress, ImportedPlan, MissionPlanFile } from '@harness/core/effects/features';
import type { Feature } from '@harness/core/input-files/features';
import { kindOf } from '@harness/core/input-files/validation-contract';
import type { MissionPlan } from '@harness/core/mission/plan';
import { writeArtifact } from '../artifact/store.ts';
import { readText } from '../checkout/file.ts';
import { type FeaturesContext, InvalidPlanError } from './context.ts';

export async function storePlan(
  { repo, runFolder, key }: FeaturesContext,
  plan: MissionPlan,
): Promise<MissionPlanFile> {
  const { path, sha256 } = await writeArtifact(runFolder, `${key}.plan.json`, JSON.stringify(plan, null, 2));
  return { file: relative(repo, join(runFolder, path)), sha256 };
}

export async function readStoredPlan(
  { repo }: Pick<FeaturesContext, 'repo'>,
  { file, sha256 }: MissionPlanFile,
): Promise<MissionPlan> {
  const text = await readText(repo, file);
  if (text === null) throw new InvalidPlanError(`${file} is missing`);
  if (createHash('sha256').update(text).digest('hex') !== sha256) throw new InvalidPlanError(`${file} was changed`);
  return JSON.parse(text) as MissionPlan;
}

export const toImportedPlan = (plan: MissionPlanFile, { features }: MissionPlan): ImportedPlan => ({
  plan,
  features: features.map(toFeatureProgress),
});

/** A feature that another process had in progress starts again: its state is unknown here. */
export const toFeatureProgress = ({ id, dependsOn, claims, status, attempts }: Feature): FeatureProgress => ({
  id,
  after: dependsOn,
  kinds: [...new Set(claims.map(kindOf))],
  attempts,
  architected: false,
  status: status === 'in_progress' || status === 'validating' ? 'todo' : status,
});
