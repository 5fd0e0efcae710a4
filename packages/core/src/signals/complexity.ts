/** Computes CML, the complexity of a task from its structure, its text and the history of the repository (AO-36). */

export interface ComplexityInputs {
  /** Each named module counts 1, each affected module its probability. */
  readonly weightedModules: number;
  readonly unknowns: number;
  readonly ambiguities: number;
  readonly risks: number;
  /** Ended runs of this repository. */
  readonly runs: { readonly failed: number; readonly total: number };
}

export const riskLevels = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof riskLevels)[number];
type Route = 'local' | 'human' | 'simulation-required';

export interface Complexity {
  readonly overall: number;
  readonly structural: number;
  readonly semantic: number;
  readonly historical: number;
  readonly risk: RiskLevel;
  readonly route: Route;
}

const weights = { structural: 0.5, semantic: 0.35, historical: 0.15 } as const;
/** From this value of `overall` on. */
const levelStarts: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 0.3, high: 0.6, critical: 0.8 };
export const unclearSemantic = 0.6;

export function computeComplexity({
  weightedModules,
  unknowns,
  ambiguities,
  risks,
  runs,
}: ComplexityInputs): Complexity {
  const structural = Math.min(1, weightedModules / 100);
  const semantic = 0.4 * saturate(unknowns) + 0.35 * saturate(ambiguities) + 0.25 * saturate(risks);
  const historical = runs.failed / (runs.total + 2);
  const overall = weights.structural * structural + weights.semantic * semantic + weights.historical * historical;
  const risk = riskLevels.filter((level) => overall >= levelStarts[level]).at(-1) ?? 'low';
  return { overall, structural, semantic, historical, risk, route: routeOf(risk, semantic) };
}

/** The first mentions count most: 1 is 0.26, 5 are 0.78. */
const saturate = (n: number) => 1 - Math.exp(-0.3 * n);

/** A text with too many open points needs a person first; a risky task needs a closer look at the graph. */
function routeOf(risk: RiskLevel, semantic: number): Route {
  if (risk === 'high' || risk === 'critical') return 'simulation-required';
  return semantic > unclearSemantic ? 'human' : 'local';
}
