/**
 * A step that only a person can do: give consent, accept terms, pay or grant access (D-03).
 *
 * An agent requests it in one line and stops; the run asks a person and resumes after the step. Agents decide
 * everything else themselves (D-04).
 */
export interface ManualStep {
  readonly what: string;
  /** The reason and the expected duration, in the agent's words; may be empty. */
  readonly why: string;
}

const line = /^\W*I need (?<what>.+?) to continue\b[\s.:*_—–-]*(?<why>.*)$/i;

/** Parses `I need the OAuth consent of the workspace to continue: only an owner can click it (2 minutes)`. */
export function parseManualStep(answer: string): ManualStep | null {
  const { what, why } = line.exec(answer.trim())?.groups ?? {};
  return what === undefined ? null : { what, why: why ?? '' };
}

/** Part of the prompt of a role. */
export const manualStepInstruction = [
  'If a step is needed that only a person can do (consent, accepting terms, paying, granting access), do the rest first,',
  'and end your answer with this one line instead: "I need <what> to continue: <why, and about how many minutes it takes>".',
  'Decide everything else yourself.',
].join('\n');
