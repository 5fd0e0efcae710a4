/**
 * Reads a mission plan that a person edited by hand (contracts §3).
 *
 *   H1. It must meet the rules of a new plan (P1 to P3); an invalid edit changes nothing.
 *   H2. A feature with work in its lane cannot be removed: no one would finish or discard that work.
 *   H3. A passed feature whose claims changed is reopened.
 */
import type { Feature } from '../input-files/features.ts';
import { contractText, parseAssertions } from '../input-files/validation-contract.ts';
import { type MissionPlan, type PlanReadResult, readPlanFiles } from './plan.ts';

export interface StartedFeatures {
  /** The plan that the mission uses now. */
  readonly plan: MissionPlan;
  /** Features with work in their lanes. */
  readonly begun: readonly string[];
}

/** `contract` is `null` if the file is missing; the contract of the mission applies then. */
export function readPlanEdit(
  features: string,
  contract: string | null,
  { plan, begun }: StartedFeatures,
): PlanReadResult {
  const read = readPlanFiles(features, contract ?? contractText(plan.assertions));
  if (read.is !== 'plan') return read;
  const remaining = new Set(read.plan.features.map(({ id }) => id));
  const removed = begun.filter((id) => !remaining.has(id));
  if (removed.length > 0)
    return { is: 'defective', problems: [], defects: removed.map((id) => ({ defect: 'removed-begun', ids: [id] })) };
  return { is: 'plan', plan: { ...read.plan, features: reopenChanged(read.plan, plan) } };
}

function reopenChanged(found: MissionPlan, before: MissionPlan): readonly Feature[] {
  const [now, then] = [claimsIn(found), claimsIn(before)];
  const isOther = ({ id }: Feature) => then.has(id) && then.get(id) !== now.get(id);
  return found.features.map((feature) =>
    feature.status === 'passed' && isOther(feature) ? { ...feature, status: 'todo', attempts: 0 } : feature,
  );
}

/** The claims of each feature, with the sentences of the contract. */
function claimsIn({ features, assertions }: MissionPlan): ReadonlyMap<string, string> {
  const known = new Map(assertions.map(({ id, text, verify, evidence }) => [id, [id, text, verify, evidence]]));
  const toText = (claims: readonly string[]) => JSON.stringify([...claims].sort().map((claim) => known.get(claim)));
  return new Map(features.map(({ id, claims }) => [id, toText(claims)]));
}

/** Compares the sentences of a contract with those of the mission; layout and statuses do not count. */
export const hasOtherContract = (text: string, { assertions }: Pick<MissionPlan, 'assertions'>): boolean => {
  const toText = (all: MissionPlan['assertions']) =>
    JSON.stringify(all.map(({ id, text: each, verify, evidence }) => [id, each, verify, evidence]));
  // The written contract may read back differently: an assertion of several lines becomes one line.
  return ![assertions, parseAssertions(contractText(assertions))].some(
    (own) => toText(own) === toText(parseAssertions(text)),
  );
};
