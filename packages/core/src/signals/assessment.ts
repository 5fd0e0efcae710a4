/** Decides from the signals of a task whether its complexity is raised, and why. Never lowers it. */
import type { AffectedModule } from '../codegraph/blast-radius.ts';
import type { Complexity } from './complexity.ts';
import type { CategoryForecast } from './forecast.ts';
import type { Simulation } from './simulation.ts';

const levels = ['low', 'medium', 'high'] as const;
export type ComplexityLevel = (typeof levels)[number];

/** More affected modules raise to high, where no setting says otherwise. */
export const defaultModuleThreshold = 15;
const failureThreshold = 0.6;
const structuralThreshold = 0.7;
const riskThreshold = 0.6;

export interface SignalValues {
  readonly annotated: ComplexityLevel;
  /** `null` if the text names no module. */
  readonly affected: readonly AffectedModule[] | null;
  readonly forecasts: readonly CategoryForecast[] | null;
  /** `null` if it was not computed. */
  readonly complexity: Omit<Complexity, 'route'> | null;
  /** `null` if the route needs no simulation, or it was not computed. */
  readonly simulation: Omit<Simulation, 'abort'> | null;
  readonly moduleThreshold: number;
}

/** `null` means that a signal is not known. */
export interface Assessment {
  readonly raisedTo: 'medium' | 'high' | null;
  readonly reasons: readonly ('blast-radius' | 'failures' | 'structural' | 'risk')[];
  readonly blastRadius: { readonly modules: number; readonly files: readonly string[] } | null;
  readonly failures: { readonly probability: number; readonly categories: readonly string[] } | null;
  readonly cml: Omit<Complexity, 'route'> | null;
  readonly pesl: Omit<Simulation, 'abort'> | null;
}

export function assess(values: SignalValues): Assessment {
  const { annotated, affected, forecasts, complexity, simulation, moduleThreshold } = values;
  const failures = forecasts && {
    probability: Math.max(...forecasts.map(({ probability }) => probability)),
    categories: failingCategories(forecasts),
  };
  const isWide = (affected?.length ?? 0) > moduleThreshold;
  const isFailing = (failures?.probability ?? 0) > failureThreshold;
  const isStructural = (complexity?.structural ?? 0) > structuralThreshold;
  const isRisky = (simulation?.riskScore ?? 0) > riskThreshold;
  const steps = isWide ? levels.length : Number(isFailing) + Number(isStructural || isRisky);
  return {
    raisedTo: raise(annotated, steps),
    reasons: [
      ...(isWide ? ['blast-radius' as const] : []),
      ...(isFailing ? ['failures' as const] : []),
      ...(isStructural ? ['structural' as const] : []),
      ...(isRisky ? ['risk' as const] : []),
    ],
    blastRadius: affected && { modules: affected.length, files: affected.map(({ path }) => path) },
    failures,
    cml: complexity && pickComplexity(complexity),
    pesl: simulation && { executionConfidence: simulation.executionConfidence, riskScore: simulation.riskScore },
  };
}

const pickComplexity = ({ overall, structural, semantic, historical, risk }: Omit<Complexity, 'route'>) => ({
  overall,
  structural,
  semantic,
  historical,
  risk,
});

export const failingCategories = (forecasts: readonly CategoryForecast[]): readonly string[] =>
  forecasts.filter(({ probability }) => probability > failureThreshold).map(({ category }) => category);

function raise(annotated: ComplexityLevel, steps: number): 'medium' | 'high' | null {
  const at = levels.indexOf(annotated);
  const to = levels[Math.min(levels.length - 1, at + steps)];
  return to === annotated || to === 'low' || to === undefined ? null : to;
}
