/**
 * Questions that a terminal asks in place. What the person there answered is on the screen already; one that was
 * answered elsewhere is told with its answer, so that no answer stands there alone.
 */
import type { LogLine } from '@harness/core/views/log-lines';
import type { RenderEvidence } from './evidence.ts';

export interface PendingQuestions {
  /** What is to be told of a line now: its text, nothing, or a question together with the answer that it got elsewhere. */
  textNow(run: string, line: LogLine, text: string): string;
  answeredHere(run: string): void;
}

export function createPendingQuestions(evidence: RenderEvidence): PendingQuestions {
  const held = new Map<string, string>();
  return {
    textNow(run, line, text) {
      if (line.code === 'question.asked') {
        held.set(run, `${'question' in line && line.question ? evidence(line.question) : ''}${text}`);
        return '';
      }
      if (line.code !== 'question.answered') return text;
      const question = held.get(run);
      held.delete(run);
      return question === undefined ? '' : `${question}${text}`;
    },
    answeredHere: (run) => void held.delete(run),
  };
}
