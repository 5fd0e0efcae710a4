/** Computes the signals of a phase. A signal that is not known is `null`, and raises no complexity. */
import { computeBlastRadius } from '../codegraph/blast-radius.ts';
import type { CodeGraph } from '../codegraph/graph.ts';
import type { AnalysisAnswer } from './analysis-answer.ts';
import { type Assessment, assess, type ComplexityLevel } from './assessment.ts';
import { forecastFailures } from './forecast.ts';
import { findSeeds } from './seeds.ts';

export interface PhaseSignalFacts {
  /** The text of the phase in the spec. Only the files that it names are seeds. */
  readonly text: string;
  /** The complexity in the spec. */
  readonly annotated: ComplexityLevel;
  /** `null` if there is none. */
  readonly graph: CodeGraph | null;
  /** The text of `.harness/arch/timeline.json`; `null` if there is none. */
  readonly timeline: string | null;
  /** The answer of a control server; `null` if none runs. */
  readonly analysis: AnalysisAnswer | null;
  readonly moduleThreshold: number;
}

/** Modules that a phase may affect, most probable first: a state of a run stays small. */
const maxFiles = 50;

export function assessPhaseFacts(facts: PhaseSignalFacts): Assessment {
  const { text, annotated, graph, timeline, analysis, moduleThreshold } = facts;
  const seeds = graph === null ? [] : findSeeds(graph, text);
  const assessment = assess({
    annotated,
    affected: graph === null || seeds.length === 0 ? null : computeBlastRadius(graph, seeds),
    forecasts: forecastFailures(timeline),
    complexity: analysis?.cml ?? null,
    simulation: analysis?.pesl ?? null,
    moduleThreshold,
  });
  const { blastRadius } = assessment;
  return { ...assessment, blastRadius: blastRadius && { ...blastRadius, files: blastRadius.files.slice(0, maxFiles) } };
}
