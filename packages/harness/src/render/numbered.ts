/** A terminal without a cursor: one line per event, and questions as numbered options (W-148). */
import { createInterface } from 'node:readline/promises';
import { messagesFor } from '@harness/core/messages/index';
import type { Question } from '@harness/core/views/questions';
import type { RenderEvidence } from './evidence.ts';
import { createPendingQuestions } from './pending-questions.ts';
import { plainScreen } from './plain.ts';
import { numberedText, typedChoice } from './question.ts';
import type { Output, PersonReply, Screen } from './screen.ts';

export interface Streams {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
}

export function numberedScreen(
  output: Pick<Output, 'tell' | 'language'>,
  { stdin, stdout }: Streams,
  onInterrupt: () => void,
  evidence: RenderEvidence,
): Screen {
  const pending = createPendingQuestions(evidence);
  return {
    ...plainScreen(output, pending),
    async ask(question, signal) {
      output.tell(evidence(question.input));
      const lines = createInterface({ input: stdin, output: stdout, terminal: false });
      const left = new AbortController();
      lines.on('SIGINT', () => left.abort()).on('close', () => left.abort());
      try {
        const read = (prompt: string) =>
          lines.question(`${prompt} `, { signal: AbortSignal.any([signal, left.signal]) });
        const answer = await readReply(question, read, output);
        if ('choice' in answer) pending.answeredHere(question.run);
        return answer;
      } catch (error) {
        if (!signal.aborted && !left.signal.aborted) throw error;
        if (signal.aborted) output.tell(`\n${messagesFor(output.language).asking.withdrawn({})}\n`);
        else onInterrupt(); // the user left
        return undefined;
      } finally {
        lines.close();
      }
    },
  };
}

/** Asks until the reply is valid. An empty line is ignored. */
async function readReply(
  question: Question,
  read: (prompt: string) => Promise<string>,
  { tell, language }: Pick<Output, 'tell' | 'language'>,
): Promise<PersonReply> {
  const { asking } = messagesFor(language);
  const { choices } = question.input;
  for (;;) {
    tell(numberedText(question, language));
    const line = await read(asking.number({ most: choices.length + 1 }));
    const typed = typedChoice(line, choices, asking.other({}));
    if (typed !== undefined && typed !== 'other') return typed;
    const note = typed === 'other' ? (await read(asking.write({}))).trim() : '';
    if (note !== '') return { note };
  }
}
