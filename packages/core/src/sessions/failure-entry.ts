/** Writes an entry of `.harness/failures.md` (A-55, A-81, AO-18). */
import { boundedLine } from '../text/bounded-text.ts';

export const failuresFile = '.harness/failures.md';

export interface FailureEntry {
  /** An ISO time or day. */
  readonly date: string;
  readonly skill: string;
  /** Number of the phase whose task failed; `null` for the final review. */
  readonly phase: number | null;
  readonly text: string;
}

const maxText = 1_000;

/** A dated bullet of one line. */
const failureEntry = ({ date, skill, phase, text }: FailureEntry): string =>
  `- **${date.slice(0, 10)} [skill:${skill}] [type:${phase === null ? 'review' : 'task'}-failure]:** ${boundedLine(text, maxText)}\n`;

/** The file with the entry at its end; `text` is `null` if the file does not exist. */
export function addFailure(text: string | null, entry: FailureEntry): string {
  const before = text === null || text.trim() === '' ? '# Failures\n\n' : text;
  return `${before}${before.endsWith('\n') ? '' : '\n'}${failureEntry(entry)}`;
}
