/** `harness answer <question> <choice>`: a question is answered once, by exactly one of its options. */
import { userInfo } from 'node:os';
import { choiceIn } from '@harness/core/effects/question';
import { Refusal } from '@harness/core/refusal';
import type { Question } from '@harness/core/views/questions';
import type { AnswerMessage, Message } from '@harness/engine/inbox';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import { storeOf } from '../folder.ts';
import { allQuestions } from '../look.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ args: [name = '', label = ''], options, output }: Invocation): Promise<number> {
  const store = storeOf(rootAround(repoOf(options)));
  const { id, run, input } = await findQuestion(store, name);
  const choice = choiceIn(input.choices, label);
  if (choice === undefined)
    throw new Refusal('question.not-an-option', { choice: label, options: input.choices.join(', '), question: id });

  const note = (options['note'] as string | undefined) ?? '';
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
  const earlier = await firstAnswer(store, run, message, input.choices);
  if (earlier) throw answeredAlready(id, earlier);

  const next = (await store.isOwned(run)) ? undefined : output.typed(`harness resume ${rootOf(run)}`);
  output.say(
    output.json
      ? `${JSON.stringify({ version: 1, question: id, choice, next: next ?? null })}\n`
      : `recorded: "${choice}" for ${id}\n${next ? `  go on: ${next}\n` : ''}`,
  );
  return 0;
}

/** Records it, or answers with the one that was first. What was put there and is no option is put aside. */
async function firstAnswer(store: JsonlStore, run: string, message: AnswerMessage, choices: readonly string[]) {
  const inbox = store.inbox(run);
  const earlier = await inbox.put(message.question, message);
  if (!earlier || choiceIn(choices, earlier.choice) !== undefined) return earlier;
  await inbox.reject(message.question);
  return inbox.put(message.question, message);
}

/** An open question by its id or a beginning that only one has; one that is closed says how. */
async function findQuestion(store: JsonlStore, name: string): Promise<Question> {
  const { open, all } = await allQuestions(store);
  const fits = ({ id }: Question) => id === name || (name !== '' && id.startsWith(name));
  const exact = all.find(({ id }) => id === name);
  const candidates = exact ? [exact] : open.filter(fits);
  const [only = all.findLast(fits), ...others] = candidates;
  if (!only) throw new Refusal('question.unknown', { question: name });
  if (others.length > 0)
    throw new Refusal('question.ambiguous', { question: name, matches: candidates.map(({ id }) => id).join(', ') });
  if (only.answer === null) throw new Refusal('question.answered', { question: only.id });
  if (only.answer === undefined) return only;
  const { choice, by } = only.answer;
  const at = new Date(only.answeredAtMs ?? 0).toISOString();
  throw new Refusal('question.answered', { question: only.id, choice, by, at });
}

function answeredAlready(id: string, { by, choice, atMs }: Message): Refusal {
  return new Refusal('question.answered', { question: id, choice, by, at: new Date(atMs).toISOString() });
}
