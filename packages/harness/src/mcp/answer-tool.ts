/** The tool `answer`: shows a question to the person at the client and records the answer of that person. */
import { answerCommand } from '@harness/core/effects/question';
import { messagesFor } from '@harness/core/messages/index';
import type { Question } from '@harness/core/views/questions';
import { questionRow } from '@harness/core/views/show';
import * as z from 'zod';
import { findQuestion, recordAnswer } from '../questions/answer-question.ts';
import { createEvidenceRenderer } from '../render/evidence.ts';
import { printableLines } from '../render/printable.ts';
import { noteLines, optionLines } from '../render/question.ts';
import { questionLanguages } from '../run/run-language.ts';
import { askPerson } from './ask-person.ts';
import type { McpPlace } from './place.ts';
import { toResult } from './result.ts';
import { defineTool, type McpTool } from './tool.ts';

/** A form is no pager: the files of the evidence have the rest. */
const maxEvidence = 4_000;

export const answerTool: McpTool = defineTool({
  name: 'answer',
  about:
    'Ask the person to answer an open question, in a form of the client. You cannot choose: without a person nothing is answered, and the answer of this tool has the commands for a terminal.',
  input: z.strictObject({
    question: z.string().min(1).describe('id of an open question, or a unique beginning of it'),
  }),
  isReading: false,
  async call({ question: name }, call) {
    const { place } = call;
    const question = await findQuestion(place.store, name);
    const language = await questionLanguages(place.store, place.language)(question);
    const { asking } = messagesFor(language);
    const reply = askPerson(call, question.id, {
      message: questionMessage(question, place, language),
      choice: { title: asking.yourAnswer({}), options: question.input.choices },
      note: asking.yourNote({}),
    });
    if (reply.is === 'asking') return reply.request;
    if (reply.is === 'unanswered') return toResult(unanswered(question, place, language), { language });
    const given = { label: reply.choice, note: reply.note, channel: 'mcp' } as const;
    const { choice, left } = await recordAnswer(place.store, question, given);
    const next = left === undefined ? null : place.typed(`harness resume ${left}`);
    return toResult({ question: question.id, choice, next }, { language });
  },
});

/** One command per option, so that none is suggested. */
function unanswered({ id, input: { choices } }: Question, { typed }: McpPlace, language: string | undefined) {
  const commands = choices.map((choice) => typed(answerCommand(id, choice)));
  const message = messagesFor(language).asking.unanswered({ command: typed(answerCommand(id, '<option>')) });
  return { question: id, choice: null, message, commands, next: commands[0] ?? null };
}

function questionMessage(question: Question, { root, store }: McpPlace, language: string | undefined): string {
  const messages = messagesFor(language);
  const { header, question: text, options, notes, evidence, run } = questionRow(question, messages);
  const render = createEvidenceRenderer({ root, runFolder: store.folder(run) }, { colour: false, language });
  const shown = render(question.input).slice(0, maxEvidence).trimEnd();
  return [
    `${header} (${run})`,
    printableLines(text),
    ...noteLines(notes, messages),
    ...optionLines(options).map((line) => `  ${line}`),
    ...evidence.map((path) => `  → ${path}`),
    ...(shown === '' ? [] : [shown]),
  ].join('\n');
}
