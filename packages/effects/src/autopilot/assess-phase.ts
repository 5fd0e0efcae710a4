/** Computes the signals of a phase, and finds its plan or the path of a new one. */

import type { assessPhase, PhaseSurvey } from '@harness/core/effects/autopilot';
import type { ArgsOf } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { planPathFor } from '@harness/core/sessions/plan-file';
import type { AnalysisAnswer } from '@harness/core/signals/analysis-answer';
import type { AnalyzedTask } from '@harness/core/signals/analyze';
import { assessPhaseFacts, type PhaseSignalFacts } from '@harness/core/signals/phase-signals';
import { timelineFile } from '@harness/core/timeline/timeline';
import { isFile } from '../checkout/file.ts';
import { readDocument } from '../documents/read-document.ts';
import type { AutopilotContext } from './context.ts';
import { findPlanPath, plansOfOthers } from './find-plan.ts';
import { readKnownGraph } from './known-graph.ts';
import { readPhaseText } from './phase-text.ts';

/** Asks the control server of this repository; `null` if none answers. */
export type AskAnalysis = (task: AnalyzedTask, signal: AbortSignal) => Promise<AnalysisAnswer | null>;

type Args = ArgsOf<typeof assessPhase>;

export async function performAssessPhase(
  work: AutopilotContext,
  args: Args,
  ask: AskAnalysis,
): Promise<Outcome<PhaseSurvey>> {
  const text = await readPhaseText(work, args);
  const graph = await readKnownGraph(work);
  const analysis = await ask({ title: args.phase.name, description: text }, work.signal);
  return ok(await surveyPhaseText(work.repo, args, { text, graph, analysis }));
}

/** Reads the checkout and writes nothing. */
export async function surveyPhaseText(
  repo: string,
  { specPath, slug, phase, complexity, planPath, moduleThreshold }: Omit<Args, 'spec'>,
  facts: Pick<PhaseSignalFacts, 'text' | 'graph' | 'analysis'>,
): Promise<PhaseSurvey> {
  const timeline = readDocument(repo, timelineFile);
  const assessment = assessPhaseFacts({
    ...facts,
    annotated: complexity,
    timeline: timeline.is === 'text' ? timeline.text : null,
    moduleThreshold,
  });
  const place = { specPath, slug, phase };
  const isKnown = planPath !== null && (await isFile(repo, planPath));
  return {
    assessment,
    planPath: isKnown ? planPath : await findPlanPath(repo, place),
    newPlanPath: planPathFor({
      specPath,
      phaseName: phase.name,
      date: new Date().toISOString(),
      taken: plansOfOthers(repo, place),
    }),
  };
}
