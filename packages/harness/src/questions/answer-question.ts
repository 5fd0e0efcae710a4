/** How a question is answered from outside the process that asked it: once, by one of its options, wherever the answer comes from. */
import { userInfo } from 'node:os';
import { type AskedQuestion, answerIn } from '@harness/core/effects/question';
import { Refusal } from '@harness/core/failure/refusal';
import type { Question } from '@harness/core/views/questions';
import type { RunRow } from '@harness/core/views/run';
import { type AnswerMessage, type Message, type NoteMessage, putNote } from '@harness/engine/inbox';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import { listRunRows, readOpenQuestions, readQuestions } from '../runs/read-runs.ts';

export interface AnswerReceipt {
  readonly choice: string;
  /** The run that goes on when somebody resumes it; nothing when its owner is there to go on by itself. */
  readonly left: string | undefined;
}

/** Refuses what is no option, and what comes second. */
export async function recordAnswer(
  store: JsonlStore,
  { id, run, input }: Question,
  { label, note, channel }: { readonly label: string; readonly note: string; readonly channel: 'command' | 'http' },
): Promise<AnswerReceipt> {
  const choice = answerIn(input, label);
  if (choice === undefined)
    throw new Refusal('question.not-an-option', { choice: label, options: input.choices.join(', '), question: id });
  const by = userInfo().username;
  const said = { version: 1, type: 'answer', question: id, choice, note, by, channel, atMs: Date.now() } as const;
  const earlier = await firstAnswer(store, run, said, input);
  if (earlier) throw answeredAlready(earlier);
  return { choice, left: (await store.isOwned(run)) ? undefined : rootOf(run) };
}

/** Keeps what was written with the question; it approves nothing. */
export async function recordNote(
  store: JsonlStore,
  { id, run, input }: Question,
  note: string,
  channel: NoteMessage['channel'],
): Promise<void> {
  const inbox = store.inbox(run);
  const received = (await inbox.read()).find((one) => one.id === id)?.message;
  const earlier = received && asAnswer(received, input);
  if (earlier) throw answeredAlready(earlier);
  const by = userInfo().username;
  await putNote(inbox, { version: 1, type: 'note', question: id, note, by, channel, atMs: Date.now() });
}

/** Records it, or answers with the one that was first. What was put there and is no option is put aside. */
async function firstAnswer(store: JsonlStore, run: string, message: AnswerMessage, asked: AskedQuestion) {
  const inbox = store.inbox(run);
  for (;;) {
    const earlier = await inbox.put(message.question, message);
    const answer = earlier && asAnswer(earlier, asked);
    if (!earlier || answer) return answer;
    await inbox.reject(message.question);
  }
}

const asAnswer = (message: Message, asked: AskedQuestion): AnswerMessage | undefined =>
  message.type === 'answer' && answerIn(asked, message.choice) !== undefined ? message : undefined;

/** An open question by its id or a beginning that only one has; one that is closed says how. */
export async function findQuestion(store: JsonlStore, name: string): Promise<Question> {
  const found = await listRunRows(store, { children: false });
  const own = found.filter(({ id }) => id === rootOf(name));
  const exact = await newestIn(store, own, ({ id }) => id === name);
  const fits = ({ id }: { readonly id: string }) => name !== '' && id.startsWith(name);
  const candidates = exact ? [exact] : (await readOpenQuestions(store, found)).filter(fits);
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
    const question = (await readQuestions(store, row)).findLast(fits);
    if (question) return question;
  }
  return undefined;
}

function answeredAlready({ question, by, choice, atMs }: AnswerMessage): Refusal {
  return new Refusal('question.answered', { question, choice, by, at: new Date(atMs).toISOString() });
}
