/** `harness autopilot --dry-run`: computes the signals of every phase and shows the calls. It writes nothing and asks no question. */
import type { DryRunNotice } from '@harness/core/dry-run/document';
import type { PhaseSurvey } from '@harness/core/effects/autopilot';
import { messagesFor } from '@harness/core/messages/index';
import { highestComplexity } from '@harness/core/sessions/approval';
import { sentencesOf } from '@harness/core/workflow';
import type { AutopilotJob } from '@harness/core/workflows/autopilot/session';
import { autopilotWorkflow } from '@harness/core/workflows/autopilot/workflow';
import { surveyPhaseText } from '@harness/effects/autopilot/assess-phase';
import { readGraphUnkept } from '@harness/effects/autopilot/known-graph';
import { headBranch } from '@harness/effects/checkout/branch';
import { readRef } from '@harness/effects/git/refs/ref';
import type { Invocation } from '../../cli/command.ts';
import { askAnalysis } from '../../control/ask-analysis.ts';
import { collectRefusal, collectUsualRefusals } from '../../dry-run/obstacles.ts';
import { checkCommands, foreseeRun } from '../../dry-run/print-dry-run.ts';
import { dryRunText } from '../../render/outlook.ts';
import { type Output, printResult } from '../../render/screen.ts';
import { requireCleanTree } from '../../repository/clean-tree.ts';
import { loadSetup, type RunContext, resolveRunSettings } from '../../run/start-run.ts';
import { autopilotJob } from './job.ts';
import type { SessionFlags } from './settings.ts';
import { readSpec, type Spec } from './spec.ts';
import { findStateFile } from './state-file.ts';

export async function dryRunAutopilot(
  root: string,
  given: string,
  flags: SessionFlags,
  invocation: Invocation,
): Promise<number> {
  const spec = readSpec(root, given);
  const setup = await loadSetup(invocation.options, root);
  const context = resolveRunSettings(setup, invocation, { workflow: 'autopilot', task: spec.text.slice(0, 2_000) });
  const { output } = context;
  const found = await findStateFile(root, spec);
  const job = await autopilotJob(context, spec, flags, found);
  const surveys = await surveyPhases(root, spec, job);
  const phases = job.phases.map((_, at) => foreseenPhase(job, at + 1, surveys));
  const isNew = found.is !== 'session';
  const dryRun = await foreseeRun(
    {
      root,
      workflow: 'autopilot',
      title: spec.path,
      input: job,
      settings: context.settings,
      facts: {
        branch: (await headBranch(root)) ?? '',
        base: await readRef(root, 'HEAD^{commit}'),
        lane: '.',
        foreign: [],
        files: null,
        session: { spec: spec.text, surveys },
      },
      branch: await headBranch(root),
      typed: [],
      configured: checkCommands(context.config),
      notes: phases.flatMap((phase) => phaseLines(phase, output)),
      obstacles: await obstaclesOf(context, isNew),
    },
    output,
  );
  const document = { specPath: spec.path, slug: spec.slug, phases: phases.map(documentOf), calls: dryRun.calls };
  return printResult(output, document, () => dryRunText(dryRun, messagesFor(output.language), output.colour));
}

const obstaclesOf = async (
  { root, settings, output }: RunContext,
  isNew: boolean,
): Promise<readonly DryRunNotice[]> => [
  ...(isNew
    ? await collectRefusal(() => requireCleanTree(root, () => false, 'git stash --include-untracked'), output)
    : []),
  ...(await collectUsualRefusals(root, settings, 'autopilot', output)),
];

/** The signals of the phases that are not over, by number. */
async function surveyPhases(
  root: string,
  spec: Spec,
  { settings, phases }: AutopilotJob,
): Promise<ReadonlyMap<number, PhaseSurvey>> {
  const graph = await readGraphUnkept(root);
  const { signal } = new AbortController();
  const surveys = new Map<number, PhaseSurvey>();
  for (const [at, { name, complexity, planPath = null, isOver }] of phases.entries()) {
    if (isOver !== undefined) continue;
    const n = at + 1;
    const text = spec.phases[at]?.text ?? name;
    const analysis = await askAnalysis(root, { title: name, description: text }, signal);
    const { specPath, slug, moduleThreshold } = settings;
    const args = { specPath, slug, phase: { n, name }, complexity, planPath, moduleThreshold };
    surveys.set(n, await surveyPhaseText(root, args, { text, graph, analysis }));
  }
  return surveys;
}

/** A plan that exists is approved next; a phase of high complexity waits for the plan of a person. */
type Route = 'plan-found' | 'automatic' | 'interactive' | 'finished';

interface ForeseenPhase {
  readonly n: number;
  readonly name: string;
  /** With everything that raised it. */
  readonly complexity: string;
  readonly survey: PhaseSurvey | null;
  readonly route: Route;
  readonly planPath: string | null;
}

function foreseenPhase({ phases }: AutopilotJob, n: number, surveys: ReadonlyMap<number, PhaseSurvey>): ForeseenPhase {
  const { name = '', complexity: annotated = 'medium', planPath: stored = null } = phases[n - 1] ?? {};
  const survey = surveys.get(n) ?? null;
  const complexity = highestComplexity(annotated, survey?.assessment.raisedTo ?? null);
  const planPath = survey === null ? stored : survey.planPath;
  return { n, name, complexity, survey, route: routeOf(survey, complexity, planPath), planPath };
}

function routeOf(survey: PhaseSurvey | null, complexity: string, planPath: string | null): Route {
  if (survey === null) return 'finished';
  if (planPath !== null) return 'plan-found';
  return complexity === 'high' ? 'interactive' : 'automatic';
}

const documentOf = ({ n, name, complexity, survey, route, planPath }: ForeseenPhase) => ({
  n,
  name,
  complexity,
  assessment: survey?.assessment ?? null,
  route,
  planPath,
});

function phaseLines(
  { n, name, complexity, survey, route, planPath: plan }: ForeseenPhase,
  { language }: Pick<Output, 'language'>,
): readonly string[] {
  const words = sentencesOf(autopilotWorkflow, language);
  const assessment = survey?.assessment;
  const reasons = assessment?.reasons.join(', ') ?? '';
  const line = words['autopilot.assessed']({
    n,
    name,
    complexity,
    route,
    ...(plan === null ? {} : { plan }),
    ...(reasons === '' ? {} : { reasons }),
  });
  if (assessment === undefined) return [line];
  const { blastRadius, failures, cml, pesl } = assessment;
  const signals = words['autopilot.signals']({
    modules: blastRadius?.modules ?? unknown,
    failures: failures?.probability ?? unknown,
    structural: cml?.structural ?? unknown,
    risk: pesl?.riskScore ?? unknown,
  });
  return [line, `  ${signals}`];
}

const unknown = '-';
