/** Turns issues into features of the plan (MO-15). Each claims the assertions of the feature in which it was found. */
import type { FeatureProgress, MissionPlanFile } from '@harness/core/effects/features';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Feature } from '@harness/core/input-files/features';
import { type Issue, isPromoted } from '@harness/core/mission/issue';
import type { MissionPlan } from '@harness/core/mission/plan';
import { knownIssues, triageIssues } from '@harness/core/mission/triage';
import type { FeaturesContext } from './context.ts';
import { readStoredPlan, storePlan, toFeatureProgress } from './plan-file.ts';

interface Args {
  readonly plan: MissionPlanFile;
  readonly issues: readonly Issue[];
}

export async function performConvertIssues(
  work: FeaturesContext,
  { plan: file, issues }: Args,
): Promise<Outcome<{ readonly plan: MissionPlanFile; readonly features: readonly FeatureProgress[] }>> {
  const plan = await readStoredPlan(work, file);
  const fixes = triageIssues(issues.filter(isPromoted), knownIssues(plan.features)).map((issue, n) =>
    toFixFeature(plan, issue, n),
  );
  const kept = await storePlan(work, { ...plan, features: [...plan.features, ...fixes] });
  return ok({ plan: kept, features: fixes.map(toFeatureProgress) });
}

/** The number follows from the plan, so it is the same after a crash and is never reused. */
function toFixFeature({ features }: MissionPlan, { title, foundDuring, codePointer }: Issue, n: number): Feature {
  const numbers = features.map(({ id }) => Number(/^F-FIX-(\d+)$/.exec(id)?.[1] ?? 0));
  const number = Math.max(0, ...numbers) + n + 1;
  const found = features.find(({ id }) => id === foundDuring);
  return {
    id: `F-FIX-${String(number).padStart(3, '0')}`,
    title,
    claims: found?.claims ?? [],
    status: 'todo',
    attempts: 0,
    dependsOn: found ? [found.id] : [],
    more: codePointer === undefined ? {} : { codePointer },
    sourceIssueId: `I-${String(number).padStart(4, '0')}`,
  };
}
