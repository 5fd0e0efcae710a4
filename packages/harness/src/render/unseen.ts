/** Questions that a terminal asks in place. One that was answered elsewhere is told with its answer, so that none stands there alone. */
import type { Line } from '@harness/core/views/lines';
import type { Evidence } from './evidence.ts';

export interface Unseen {
  /** What is to be told of a line now: its text, nothing for a question, and the question with the answer that came from elsewhere. */
  before(run: string, line: Line, text: string): string;
  /** The person at this terminal has seen and answered it. */
  answeredHere(run: string): void;
}

export function unseenQuestions(evidence: Evidence): Unseen {
  const held = new Map<string, string>();
  const take = (run: string) => {
    const text = held.get(run) ?? '';
    held.delete(run);
    return text;
  };
  return {
    before(run, line, text) {
      if (line.code === 'question.answered') return `${take(run)}${text}`;
      if (line.code !== 'question.asked') return text;
      held.set(run, `${line.question ? evidence(line.question) : ''}${text}`);
      return '';
    },
    answeredHere: (run) => void take(run),
  };
}
