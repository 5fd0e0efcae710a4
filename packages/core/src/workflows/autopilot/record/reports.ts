/** The reports of a phase, as files of its session (A-68, A-70, AO-30). Only what the journals hold is in them. */
import { sessionFolder } from '../../../sessions/slug.ts';
import type { AutopilotJob } from '../session.ts';
import type { SessionPhaseView } from '../view.ts';
import type { IntegrationFacts } from './phase-facts.ts';

export interface SessionReport {
  /** In the folder of the session. */
  readonly name: string;
  readonly document: object;
}

/** The reports of the steps that this phase has passed so far. */
export function phaseReports({ settings }: AutopilotJob, phase: SessionPhaseView): readonly SessionReport[] {
  const { n, name, verification, integration, review } = phase;
  const about = { phase: n, name, rigor: settings.rigor };
  return [
    ...(verification === null
      ? []
      : [{ name: `phase-${n}-verification.json`, document: { ...about, ...verification, checks: settings.checks } }]),
    ...(integration === null ? [] : integrationReports(about, sessionFolder(settings.slug), integration)),
    ...(review === null
      ? []
      : [{ name: `phase-${n}-review.json`, document: { ...about, ...review, blocking: review.blocking.length } }]),
  ];
}

const subPhases = [
  ['wire', 'integration-wiring.json'],
  ['materialize', 'integration-materialization.json'],
  ['update', 'integration-updates.json'],
] as const;

interface PhaseHead {
  readonly phase: number;
  readonly name: string;
  readonly rigor: string;
}

function integrationReports(
  about: PhaseHead,
  folder: string,
  { answer, tier, isComplete, isSkipped }: IntegrationFacts,
): readonly SessionReport[] {
  const made = subPhases.flatMap(([subPhase, file]) => {
    const report = answer[subPhase];
    return report === null ? [] : [{ subPhase, file, ...report }];
  });
  const failures = made.flatMap(({ subPhase, failures }) => failures.map((failure) => ({ subPhase, ...failure })));
  const isFailed = made.some(({ verdict }) => verdict === 'fail');
  const combined = {
    ...about,
    tier: tier.tier,
    plannedTier: tier.planned,
    raisedBy: tier.raisedBy,
    subPhases: Object.fromEntries(
      subPhases.map(([subPhase, file]) => {
        const report = answer[subPhase];
        // `null`: the tier does not require it.
        return [subPhase, report && { verdict: report.verdict, reportPath: `${folder}${file}` }];
      }),
    ),
    verdict: isComplete ? 'pass' : isFailed ? 'fail' : 'incomplete',
    failures,
    isSkipped,
  };
  return [
    ...made.map(({ file, subPhase, verdict, failures: own }) => ({
      name: file,
      document: { ...about, subPhase, verdict, failures: own },
    })),
    { name: `phase-${about.phase}-integration.json`, document: combined },
  ];
}
