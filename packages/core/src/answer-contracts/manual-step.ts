/**
 * What only a person can do: give consent, accept terms, pay, hand over access (D-03). An agent that needs it says so in one
 * line and stops; the run asks, and goes on when it was done. What an agent can decide itself it decides (D-04).
 */
export interface ManualStep {
  readonly what: string;
  /** Why, and for how long it will take, in the agent's own words; may be empty. */
  readonly why: string;
}

const line = /^\W*I need (?<what>.+?) to continue\b[\s.:*_—–-]*(?<why>.*)$/i;

/** `I need the OAuth consent of the workspace to continue: only an owner can click it (2 minutes)`. */
export function parseManualStep(said: string): ManualStep | null {
  const { what, why } = line.exec(said.trim())?.groups ?? {};
  return what === undefined ? null : { what, why: why ?? '' };
}

/** How a role is told about it. */
export const manualStepInstruction = [
  'If something is needed that only a person can do (consent, accepting terms, paying, granting access), do the rest first,',
  'and end your answer with this one line instead: "I need <what> to continue: <why, and about how many minutes it takes>".',
  'Everything else you decide yourself.',
].join('\n');
