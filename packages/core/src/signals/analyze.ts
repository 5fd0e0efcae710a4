/** Computes all signals of a task as the events of `POST /api/analyze` (AO-39). No model is asked. */
import { computeBlastRadius } from '../codegraph/blast-radius.ts';
import type { CodeGraph } from '../codegraph/graph.ts';
import { assess, type ComplexityLevel, defaultModuleThreshold, failingCategories } from './assessment.ts';
import { type Complexity, type ComplexityInputs, computeComplexity, unclearSemantic } from './complexity.ts';
import { forecastFailures } from './forecast.ts';
import { findSeeds } from './seeds.ts';
import { computeSimulation, findHotspots, findTestGaps } from './simulation.ts';
import { findTextSignals } from './text-signals.ts';

export interface AnalyzedTask {
  readonly title: string;
  readonly description?: string | undefined;
  readonly labels?: readonly string[] | undefined;
}

export interface AnalysisFacts {
  readonly graph: CodeGraph;
  /** The text of `.harness/arch/timeline.json`; `null` if there is none. */
  readonly timeline: string | null;
  readonly runs: ComplexityInputs['runs'];
}

export interface AnalysisEvent {
  readonly event: 'status' | 'sel_result' | 'cml_result' | 'pesl_result' | 'signals';
  readonly data: object;
}

const maxTitleLength = 200;
/** Thresholds of concerns (AO-36). */
const concerns = { overall: 0.7, files: 20, semantic: unclearSemantic } as const;

export function analyzeTask(task: AnalyzedTask, { graph, timeline, runs }: AnalysisFacts): readonly AnalysisEvent[] {
  const { title, description = '', labels = [] } = task;
  const text = [title, description, ...labels].join('\n');
  const seeds = findSeeds(graph, text);
  const affected = computeBlastRadius(graph, seeds);
  const found = findTextSignals(text);
  const inputs: ComplexityInputs = {
    weightedModules: seeds.length + affected.reduce((sum, { probability }) => sum + probability, 0),
    unknowns: found.unknowns.length,
    ambiguities: found.ambiguities.length,
    risks: found.riskSignals.length,
    runs,
  };
  const complexity = computeComplexity(inputs);
  const forecasts = forecastFailures(timeline);
  const predictedFailures = failingCategories(forecasts ?? []);
  const places = { hotspots: findHotspots(graph, seeds), testGaps: findTestGaps(graph, seeds), predictedFailures };
  const needsSimulation = complexity.route === 'simulation-required';
  const simulation = needsSimulation ? computeSimulation({ ...counts(places), overall: complexity.overall }) : null;
  const known = seeds.length === 0 ? null : affected;
  return [
    { event: 'status', data: { modules: graph.modules.length, unread: graph.unread } },
    { event: 'sel_result', data: { title: title.slice(0, maxTitleLength), seeds, ...found } },
    {
      event: 'cml_result',
      data: { ...complexity, concerns: concernsOf(complexity, seeds.length + affected.length), inputs },
    },
    ...(simulation
      ? [
          {
            event: 'pesl_result' as const,
            data: { ...simulation, tier: 'graph-only', inputs: { ...places, overall: complexity.overall } },
          },
        ]
      : []),
    {
      event: 'signals',
      data: assess({
        annotated: annotationIn(labels),
        affected: known,
        forecasts,
        complexity,
        simulation,
        moduleThreshold: defaultModuleThreshold,
      }),
    },
  ];
}

interface Places {
  readonly hotspots: readonly string[];
  readonly testGaps: readonly string[];
  readonly predictedFailures: readonly string[];
}

const counts = ({ hotspots, testGaps, predictedFailures }: Places) => ({
  hotspots: hotspots.length,
  testGaps: testGaps.length,
  predictedFailures: predictedFailures.length,
});

const concernsOf = ({ overall, semantic }: Complexity, files: number): readonly string[] => [
  ...(overall >= concerns.overall ? ['overall'] : []),
  ...(files > concerns.files ? ['files'] : []),
  ...(semantic > concerns.semantic ? ['semantic'] : []),
];

/** The label `complexity:medium` or `complexity:high`; otherwise low. */
const annotationIn = (labels: readonly string[]): ComplexityLevel =>
  (['high', 'medium'] as const).find((level) =>
    labels.some((label) => label.trim().toLowerCase() === `complexity:${level}`),
  ) ?? 'low';
