/** Answers a question from outside the process that asked it, by command, HTTP or MCP. The first answer wins. */
import { userInfo } from 'node:os';
import { type AskedQuestion, parseAnswer } from '@harness/core/effects/question';
import { Refusal } from '@harness/core/failure/refusal';
import type { Question } from '@harness/core/views/questions';
import type { RunRow } from '@harness/core/views/run';
import { type AnswerMessage, type Message, type NoteMessage, putNote } from '@harness/engine/inbox';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import { listRunRows, readOpenQuestions, readQuestions } from '../runs/read-runs.ts';

/**
 * Refuses a label that is not an option, and a second answer. Returns the choice and the run to resume, which is
 * `undefined` if it has an owner: the owner continues by itself.
 */
export async function recordAnswer(
  store: JsonlStore,
  { id, run, input }: Question,
  {
    label,
    note,
    channel,
  }: { readonly label: string; readonly note: string; readonly channel: 'command' | 'http' | 'mcp' },
) {
  const choice = parseAnswer(input, label);
  if (choice === undefined)
    throw new Refusal('question.not-an-option', { choice: label, options: input.choices.join(', '), question: id });
  const by = userInfo().username;
  const message = { version: 1, type: 'answer', question: id, choice, note, by, channel, atMs: Date.now() } as const;
  const earlier = await firstAnswer(store, run, message, input);
  if (earlier) throw answeredAlready(earlier);
  return { choice, left: (await store.isOwned(run)) ? undefined : rootOf(run) };
}

/** Stores a note with the question. It answers nothing. */
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

/** Stores the answer, or returns the earlier one. A stored message that is not an option is rejected first. */
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
  message.type === 'answer' && parseAnswer(asked, message.choice) !== undefined ? message : undefined;

/** Finds an open question by its id or a unique prefix. For a closed question, the refusal says how it was answered. */
export async function findQuestion(store: JsonlStore, name: string): Promise<Question> {
  const found = await listRunRows(store, { children: false });
  const ownRun = found.filter(({ id }) => id === rootOf(name));
  const exact = await newestIn(store, ownRun, ({ id }) => id === name);
  const fits = ({ id }: { readonly id: string }) => name !== '' && id.startsWith(name);
  const candidates = exact ? [exact] : (await readOpenQuestions(store, found)).filter(fits);
  const closed = candidates.length > 0 ? undefined : await newestIn(store, [...ownRun, ...found.filter(fits)], fits);
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

/** Searches the runs in the given order, newest first, and reads no more journals than needed. */
async function newestIn(store: JsonlStore, rows: readonly RunRow[], fits: (question: Question) => boolean) {
  for (const row of rows) {
    const question = (await readQuestions(store, row)).findLast(fits);
    if (question) return question;
  }
  return undefined;
}

function answeredAlready({ question, by, choice, atMs }: AnswerMessage): Refusal {
  return new Refusal('question.answered', { question, choice, by, at: new Date(atMs).toISOString() });
}
