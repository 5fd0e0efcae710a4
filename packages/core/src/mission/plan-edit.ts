/**
 * What a person made of the plan of a mission by hand, and what becomes of it when it is taken over (contracts §3).
 *
 *   H1. It is held to what a plan is held to that is taken up (P1 to P3): one that is not in order changes nothing.
 *   H2. A feature that has work in its lane cannot be taken out: nobody would come back for it.
 *   H3. What has passed and now claims something else has not passed.
 */
import type { Feature } from '../input-files/features.ts';
import { contractText, parseAssertions } from '../input-files/validation-contract.ts';
import { type MissionPlan, type PlanRead, readPlanFiles } from './plan.ts';

export interface BegunFeatures {
  /** The plan as the mission has it. */
  readonly plan: MissionPlan;
  /** The features that have work in their lanes. */
  readonly begun: readonly string[];
}

/** The two files as they are now; a contract that is not there is the one that the mission has. */
export function readPlanEdit(features: string, contract: string | null, { plan, begun }: BegunFeatures): PlanRead {
  const read = readPlanFiles(features, contract ?? contractText(plan.assertions));
  if (read.is !== 'plan') return read;
  const there = new Set(read.plan.features.map(({ id }) => id));
  const gone = begun.filter((id) => !there.has(id));
  if (gone.length > 0)
    return { is: 'defective', problems: [], defects: gone.map((id) => ({ defect: 'removed-begun', ids: [id] })) };
  return { is: 'plan', plan: { ...read.plan, features: reopened(read.plan, plan) } };
}

function reopened(found: MissionPlan, before: MissionPlan): readonly Feature[] {
  const [now, then] = [claimsIn(found), claimsIn(before)];
  const isOther = ({ id }: Feature) => then.has(id) && then.get(id) !== now.get(id);
  return found.features.map((feature) =>
    feature.status === 'passed' && isOther(feature) ? { ...feature, status: 'todo', attempts: 0 } : feature,
  );
}

/** What each feature claims, in the words of the contract. */
function claimsIn({ features, assertions }: MissionPlan): ReadonlyMap<string, string> {
  const known = new Map(assertions.map(({ id, text, verify, evidence }) => [id, [id, text, verify, evidence]]));
  const said = (claims: readonly string[]) => JSON.stringify([...claims].sort().map((claim) => known.get(claim)));
  return new Map(features.map(({ id, claims }) => [id, said(claims)]));
}

/** Whether a contract says something else than the one that a mission has; how it says it, and how it stands, is nothing. */
export const hasOtherContract = (text: string, { assertions }: Pick<MissionPlan, 'assertions'>): boolean => {
  const said = (all: MissionPlan['assertions']) =>
    JSON.stringify(all.map(({ id, text: each, verify, evidence }) => [id, each, verify, evidence]));
  // What was written is not always read as it was: a text of several lines is one line of the contract.
  return ![assertions, parseAssertions(contractText(assertions))].some(
    (own) => said(own) === said(parseAssertions(text)),
  );
};
