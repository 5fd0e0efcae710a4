/** The summary of a session for the person who continues it. */
import type { SessionSummary } from '../../../sessions/session-summary.ts';
import { shellQuote } from '../../../text/shell-quote.ts';
import { iso } from '../../../views/times.ts';
import type { SessionView } from '../view.ts';

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
    keyContext: `${finished} of ${phases.length} phases finished, rigor ${rigorLevel}, ${decisions.length} decisions.`,
    nextStep: isDone ? 'None: the session is done.' : continueCommand(specPath),
  };
}

/** Continues the session of this spec. */
export const continueCommand = (specPath: string): string => `harness autopilot ${shellQuote(specPath)}`;
