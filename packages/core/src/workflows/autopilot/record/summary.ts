/** The summary of a session for the person who continues it. */
import type { SessionSummary } from '../../../sessions/session-summary.ts';
import { shellQuote } from '../../../text/shell-quote.ts';
import { iso } from '../../../views/times.ts';
import { en } from '../en.ts';
import type { SessionPhaseView, SessionView } from '../view.ts';
import { phaseSummary } from './phase-summary.ts';

export function sessionSummary({ job, document, phases, lastAtMs }: SessionView): SessionSummary {
  const { currentState, currentPhase, rigorLevel, decisions, specPath } = document;
  const phase = phases[currentPhase];
  const finished = phases.filter(({ status }) => status === 'complete' || status === 'skipped').length;
  const isDone = currentState === 'DONE';
  return {
    session: job.settings.slug,
    lastActive: iso(lastAtMs),
    skill: 'harness-autopilot',
    phase: isDone || phase === undefined ? 'all phases' : `${phase.n}: ${phase.name}`,
    status: currentState,
    spec: specPath,
    plan: phase?.planPath ?? null,
    keyContext: `${measuresOf(document.sessionDir, phase)}${finished} of ${phases.length} phases finished, rigor ${rigorLevel}, ${decisions.length} ${decisions.length === 1 ? 'decision' : 'decisions'}.`,
    nextStep: isDone ? 'None: the session is done.' : continueCommand(specPath),
  };
}

/** A person reads them before the next phase. Empty if the current phase is not complete. */
function measuresOf(folder: string, phase: SessionPhaseView | undefined): string {
  if (phase?.status !== 'complete' || phase.startedAtMs === null) return '';
  const line = en.sentences['autopilot.phase-summary'](phaseSummary(phase));
  return `${line}. Reports: ${folder}phase-${phase.n}-integration.json and the files beside it. `;
}

/** Continues the session of this spec. */
export const continueCommand = (specPath: string): string => `harness autopilot ${shellQuote(specPath)}`;
