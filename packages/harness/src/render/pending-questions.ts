/**
 * Holds back the lines of a question that the terminal asks in place, because the user sees them there.
 * If another process answers it, prints the question together with the answer.
 */
import type { LogLine } from '@harness/core/views/log-lines';
import type { RenderEvidence } from './evidence.ts';

export interface PendingQuestions {
  /** The text to print now for a line: its own, none, or a question together with its answer. */
  textNow(run: string, line: LogLine, text: string): string;
  answeredHere(run: string): void;
}

export function createPendingQuestions(evidence: RenderEvidence): PendingQuestions {
  const pending = new Map<string, string>();
  return {
    textNow(run, line, text) {
      if (line.code === 'question.asked') {
        pending.set(run, `${'question' in line && line.question ? evidence(line.question) : ''}${text}`);
        return '';
      }
      if (line.code !== 'question.answered') return text;
      const question = pending.get(run);
      pending.delete(run);
      return question === undefined ? '' : `${question}${text}`;
    },
    answeredHere: (run) => void pending.delete(run),
  };
}
