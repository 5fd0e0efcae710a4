/**
 * `harness answer <question> <choice>`: answers a question with one of its options. A question has exactly one answer.
 *
 * A note without a choice is stored with the question. The question stays open and is printed again.
 */
import type { Question } from '@harness/core/views/questions';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { findQuestion, recordAnswer, recordNote } from '../questions/answer-question.ts';
import { firstAnswerCommand, renderQuestion } from '../render/question.ts';
import { type Output, printResult } from '../render/screen.ts';
import { openRepository } from '../runs/folder.ts';
import { listRunRows, readOpenQuestions } from '../runs/read-runs.ts';
import type { Invocation } from './command.ts';

export async function run({ args: [name = '', label = ''], options, output }: Invocation): Promise<number> {
  const { store } = openRepository(options);
  const question = await findQuestion(store, name);
  const { id } = question;
  const note = ((options['note'] as string | undefined) ?? '').trim();
  if (label === '' && note !== '') return addNote(store, question, note, output);
  const { choice, left } = await recordAnswer(store, question, { label, note, channel: 'command' });
  const next = left === undefined ? null : output.typed(`harness resume ${left}`);
  const following = next ? `  resume: ${next}\n` : '';
  return printResult(output, { question: id, choice, next }, () => `recorded: "${choice}" for ${id}\n${following}`);
}

async function addNote(store: JsonlStore, question: Question, note: string, output: Output): Promise<number> {
  const { id, input } = question;
  await recordNote(store, question, note, 'command');
  const open = await readOpenQuestions(store, await listRunRows(store, { children: false }));
  const withNote = open.find((one) => one.id === id);
  const document = { question: id, choice: null, note, next: output.typed(firstAnswerCommand(id, input)) };
  const text = withNote ? renderQuestion(withNote, output) : '';
  return printResult(output, document, () => `noted; the question is still open.\n\n${text}`);
}
