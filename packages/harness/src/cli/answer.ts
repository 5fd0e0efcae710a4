/**
 * `harness answer <question> <choice>`: a question is answered once, by exactly one of its options.
 *
 * A note without a choice is kept with the question and answers nothing: the question is shown again with it.
 */
import { userInfo } from 'node:os';
import { answerIn, type QuestionInput } from '@harness/core/effects/question';
import { Refusal } from '@harness/core/refusal';
import type { Question } from '@harness/core/views/questions';
import type { RunRow } from '@harness/core/views/run';
import { type AnswerMessage, type Message, putNote } from '@harness/engine/inbox';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import { storeOf } from '../folder.ts';
import { openQuestionsIn, questionsIn, rows } from '../look.ts';
import { answerCommand, questionText } from '../render/question.ts';
import type { Output } from '../render/screen.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ args: [name = '', label = ''], options, output }: Invocation): Promise<number> {
  const store = storeOf(rootAround(repoOf(options)));
  const question = await findQuestion(store, name);
  const { id, run, input } = question;
  const note = ((options['note'] as string | undefined) ?? '').trim();
  if (label === '' && note !== '') return noted(store, question, note, output);
  const choice = answerIn(input, label);
  if (choice === undefined)
    throw new Refusal('question.not-an-option', { choice: label, options: input.choices.join(', '), question: id });

  const by = userInfo().username;
  const message = {
    version: 1,
    type: 'answer',
    question: id,
    choice,
    note,
    by,
    channel: 'command',
    atMs: Date.now(),
  } as const;
  const earlier = await firstAnswer(store, run, message, input);
  if (earlier) throw answeredAlready(earlier);

  const next = (await store.isOwned(run)) ? undefined : output.typed(`harness resume ${rootOf(run)}`);
  output.say(
    output.json
      ? `${JSON.stringify({ version: 1, question: id, choice, next: next ?? null })}\n`
      : `recorded: "${choice}" for ${id}\n${next ? `  go on: ${next}\n` : ''}`,
  );
  return 0;
}

/** Keeps what was written, and shows the question again with it. */
async function noted(store: JsonlStore, { id, run, input }: Question, note: string, output: Output): Promise<number> {
  const inbox = store.inbox(run);
  const received = (await inbox.read()).find((one) => one.id === id)?.message;
  const earlier = received && asAnswer(received, input);
  if (earlier) throw answeredAlready(earlier);
  const by = userInfo().username;
  await putNote(inbox, { version: 1, type: 'note', question: id, note, by, channel: 'command', atMs: Date.now() });
  const again = (await openQuestionsIn(store, await rows(store, { children: false }))).find((one) => one.id === id);
  output.say(
    output.json
      ? `${JSON.stringify({ version: 1, question: id, choice: null, note, next: output.typed(answerCommand(id, input)) })}\n`
      : `noted; it answers nothing, and the question is still open.\n\n${again ? questionText(again, output) : ''}`,
  );
  return 0;
}

/** Records it, or answers with the one that was first. What was put there and is no option is put aside. */
async function firstAnswer(store: JsonlStore, run: string, message: AnswerMessage, asked: Asked) {
  const inbox = store.inbox(run);
  for (;;) {
    const earlier = await inbox.put(message.question, message);
    const answer = earlier && asAnswer(earlier, asked);
    if (!earlier || answer) return answer;
    await inbox.reject(message.question);
  }
}

type Asked = Pick<QuestionInput, 'code' | 'choices'>;
const asAnswer = (message: Message, asked: Asked): AnswerMessage | undefined =>
  message.type === 'answer' && answerIn(asked, message.choice) !== undefined ? message : undefined;

/** An open question by its id or a beginning that only one has; one that is closed says how. */
async function findQuestion(store: JsonlStore, name: string): Promise<Question> {
  const found = await rows(store, { children: false });
  const own = found.filter(({ id }) => id === rootOf(name));
  const exact = await newestIn(store, own, ({ id }) => id === name);
  const fits = ({ id }: { readonly id: string }) => name !== '' && id.startsWith(name);
  const candidates = exact ? [exact] : (await openQuestionsIn(store, found)).filter(fits);
  const closed = candidates.length > 0 ? undefined : await newestIn(store, [...own, ...found.filter(fits)], fits);
  const [only = closed, ...others] = candidates;
  if (!only) throw new Refusal('question.unknown', { question: name });
  if (others.length > 0)
    throw new Refusal('question.ambiguous', { question: name, matches: candidates.map(({ id }) => id).join(', ') });
  if (only.answer === null) throw new Refusal('question.answered', { question: only.id });
  if (only.answer === undefined) return only;
  const { choice, by } = only.answer;
  const at = new Date(only.answeredAtMs ?? 0).toISOString();
  throw new Refusal('question.answered', { question: only.id, choice, by, at });
}

/** Of these runs, the newest first, one after the other: the first that has such a question is the last that is opened. */
async function newestIn(store: JsonlStore, of: readonly RunRow[], fits: (question: Question) => boolean) {
  for (const row of of) {
    const question = (await questionsIn(store, row)).findLast(fits);
    if (question) return question;
  }
  return undefined;
}

function answeredAlready({ question, by, choice, atMs }: AnswerMessage): Refusal {
  return new Refusal('question.answered', { question, choice, by, at: new Date(atMs).toISOString() });
}
