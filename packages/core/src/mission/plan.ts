/**
 * Reads and validates the plan of a mission: features and the assertions they claim.
 *
 *   P1. Every claim names an assertion of the contract, and a feature claims every assertion.
 *   P2. Ids are unique; dependencies exist and form no cycle.
 *   P3. A feature claims at least one assertion: without a claim, no check could show that it is done.
 */
import { type Feature, type FeatureProblem, readFeatureList, readFeatures } from '../input-files/features.ts';
import { type Assertion, commandOf, isAssertionId, parseAssertions } from '../input-files/validation-contract.ts';
import { type DefectKind, defectKinds, duplicates, workDefects } from '../plans/work-items.ts';

export interface MissionPlan {
  readonly features: readonly Feature[];
  readonly assertions: readonly Assertion[];
}

export const missionDefectKinds = [
  ...defectKinds,
  'no-claims',
  'unknown-claim',
  'duplicate-assertion',
  'unclaimed-assertion',
  'removed-begun',
] as const;
export type MissionDefectKind = DefectKind | (typeof missionDefectKinds)[number];

/** For an unknown claim, `ids` is the feature, then the claim. */
export interface MissionDefect {
  readonly defect: MissionDefectKind;
  readonly ids: readonly string[];
}

function planDefects({ features, assertions }: MissionPlan): readonly MissionDefect[] {
  const known = new Set(assertions.map(({ id }) => id));
  const claimed = new Set(features.flatMap(({ claims }) => claims));
  const found: Partial<Record<MissionDefectKind, readonly (readonly string[])[]>> = {
    'no-claims': features.filter(({ claims }) => claims.length === 0).map(({ id }) => [id]),
    'unknown-claim': features.flatMap(({ id, claims }) =>
      claims.filter((claim) => !known.has(claim)).map((claim) => [id, claim]),
    ),
    'duplicate-assertion': duplicates(assertions.map(({ id }) => id)).map((id) => [id]),
    'unclaimed-assertion': [...known].filter((id) => !claimed.has(id)).map((id) => [id]),
  };
  const own = missionDefectKinds.flatMap((defect) => (found[defect] ?? []).map((ids) => ({ defect, ids })));
  return [...workDefects(features), ...own];
}

export type PlanReadResult =
  | { readonly is: 'plan'; readonly plan: MissionPlan }
  /** No list of features, or an empty one. */
  | { readonly is: 'nothing'; readonly detail: string }
  | {
      readonly is: 'defective';
      readonly problems: readonly FeatureProblem[];
      readonly defects: readonly MissionDefect[];
    };

export function readPlanFiles(featuresText: string, contract: string): PlanReadResult {
  return validatePlan(readFeatures(featuresText), parseAssertions(contract));
}

/** Reads a plan from one document: `{ features, assertions }`. An assertion is an object or a line of a contract. */
export function readPlanDocument(document: unknown): PlanReadResult {
  const { assertions } = (document ?? {}) as { assertions?: unknown };
  return validatePlan(readFeatureList(document), Array.isArray(assertions) ? assertions.flatMap(parseAssertion) : []);
}

function validatePlan(read: ReturnType<typeof readFeatures>, assertions: readonly Assertion[]): PlanReadResult {
  if (!read.ok) {
    const [first] = read.problems;
    if (first?.problem === 'not-json' || first?.problem === 'not-a-list')
      return { is: 'nothing', detail: first.detail };
    return { is: 'defective', problems: read.problems, defects: [] };
  }
  const plan = { features: read.features, assertions };
  if (plan.features.length === 0) return { is: 'nothing', detail: 'the list of features is empty' };
  const defects = planDefects(plan);
  return defects.length === 0 ? { is: 'plan', plan } : { is: 'defective', problems: [], defects };
}

function parseAssertion(entry: unknown): readonly Assertion[] {
  if (typeof entry === 'string') return parseAssertions(entry);
  const fields = (entry ?? {}) as Readonly<Record<string, unknown>>;
  const field = (...names: readonly string[]) => {
    const found = names.map((name) => fields[name]).find((value) => typeof value === 'string');
    return typeof found === 'string' ? found.trim() : '';
  };
  const id = field('id');
  if (!isAssertionId(id)) return [];
  const text = field('assertion', 'text', 'title', 'description');
  return [{ id, text, verify: field('verify'), evidence: field('evidence'), status: field('status') || 'pending' }];
}

/** The commands of all assertions, each once. */
export const claimCommands = ({ assertions }: Pick<MissionPlan, 'assertions'>): readonly string[] => [
  ...new Set(assertions.flatMap((assertion) => commandOf(assertion) ?? [])),
];

/** A command that passes without the features proves nothing: with this remark it is a text for the validator. */
export const markGreenOnBase = ({ features, assertions }: MissionPlan, green: readonly string[]): MissionPlan => ({
  features,
  assertions: assertions.map((assertion) =>
    green.includes(commandOf(assertion) ?? '')
      ? { ...assertion, verify: `${assertion.verify} (green on the base)` }
      : assertion,
  ),
});

/** All problems for the planner, one line each: code and ids. */
export const defectLines = ({ problems, defects }: Extract<PlanReadResult, { is: 'defective' }>): readonly string[] => [
  ...problems.map(({ problem, at, detail }) => `${problem} ${at}: ${detail}`),
  ...defects.map(({ defect, ids }) => `${defect}: ${ids.join(', ')}`),
];
