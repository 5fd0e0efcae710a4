/** A terminal without a cursor: one line per event, and questions as numbered options (W-148). */
import { createInterface } from 'node:readline/promises';
import { messagesFor } from '@harness/core/messages/index';
import type { Question } from '@harness/core/views/questions';
import type { FileEditor } from './editor.ts';
import type { RenderEvidence } from './evidence.ts';
import { createPendingQuestions } from './pending-questions.ts';
import { plainScreen } from './plain.ts';
import { printable } from './printable.ts';
import { changePrompt, numberedText, typedChoice } from './question.ts';
import { isEdit, type Output, type PersonReply, type Screen } from './screen.ts';

export interface Streams {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
}

export function numberedScreen(
  output: Pick<Output, 'tell' | 'language'>,
  { stdin, stdout }: Streams,
  onInterrupt: () => void,
  evidence: RenderEvidence,
  editor: FileEditor,
): Screen {
  const pending = createPendingQuestions(evidence);
  return {
    ...plainScreen(output, pending),
    async ask(question, signal) {
      output.tell(evidence(question.input));
      for (;;) {
        const reply = await askOnce(question, signal);
        if (reply && isEdit(reply, question) && !(await editor.open(question))) continue;
        if (reply && 'choice' in reply) pending.answeredHere(question.run);
        return reply;
      }
    },
  };

  async function askOnce(question: Question, signal: AbortSignal): Promise<PersonReply | undefined> {
    const lines = createInterface({ input: stdin, output: stdout, terminal: false });
    const left = new AbortController();
    lines.on('SIGINT', () => left.abort()).on('close', () => left.abort());
    try {
      const read = (prompt: string) => lines.question(`${prompt} `, { signal: AbortSignal.any([signal, left.signal]) });
      return await readReply(question, read, output, editor.name);
    } catch (error) {
      if (!signal.aborted && !left.signal.aborted) throw error;
      if (signal.aborted) output.tell(`\n${messagesFor(output.language).asking.withdrawn({})}\n`);
      else onInterrupt(); // the user left
      return undefined;
    } finally {
      lines.close();
    }
  }
}

/** Asks until the reply is valid, and says if a line was not understood. An empty line is ignored. */
async function readReply(
  question: Question,
  read: (prompt: string) => Promise<string>,
  { tell, language }: Pick<Output, 'tell' | 'language'>,
  editor: string | undefined,
): Promise<PersonReply> {
  const messages = messagesFor(language);
  const { asking } = messages;
  const { choices } = question.input;
  for (;;) {
    tell(numberedText(question, language));
    const line = (await read(asking.number({ most: choices.length + 1 }))).trim();
    const typed = typedChoice(line, choices, asking.other({}));
    if (typed !== undefined && typed !== 'other') {
      const wanted = changePrompt(question, typed.choice, editor, messages);
      return wanted === undefined ? typed : { ...typed, note: (await read(wanted)).trim() };
    }
    const note = typed === 'other' ? (await read(asking.write({}))).trim() : '';
    if (note !== '') return { note };
    if (typed === undefined && line !== '') tell(`${printable(asking.unclear({ text: line }))}\n`);
  }
}
