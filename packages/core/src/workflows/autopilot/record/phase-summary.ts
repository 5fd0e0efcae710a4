/** The measures of a finished phase, for the result of the command and the summary of the session. */
import type { SessionPhaseView } from '../view.ts';
import type { IntegrationFacts, VerificationFacts } from './phase-facts.ts';

export const phaseSummary = ({
  n,
  name,
  tasks,
  retries,
  verification,
  integration,
  review,
  startedAtMs,
  endedAtMs,
}: SessionPhaseView) => ({
  n,
  name,
  tasks,
  retries,
  verification: verificationWord(verification),
  integration: integrationWord(integration),
  findings: review?.findings.length ?? 0,
  took: durationText((endedAtMs ?? 0) - (startedAtMs ?? 0)),
});

function verificationWord(verification: VerificationFacts | null): string {
  if (verification === null) return '-';
  return verification.isSkipped ? 'skipped' : verification.verdict;
}

function integrationWord(integration: IntegrationFacts | null): string {
  if (integration === null) return '-';
  if (integration.isSkipped) return 'skipped';
  return integration.isComplete ? `pass (${integration.tier.tier})` : 'fail';
}

/** Minutes and seconds, such as `3:07`. */
function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
