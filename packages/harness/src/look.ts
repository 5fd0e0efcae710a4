/** Looks at runs without owning them: what the reading commands are made of. */
import { statSync } from 'node:fs';
import { choiceIn } from '@harness/core/effects/question';
import { Refusal } from '@harness/core/refusal';
import { openQuestions, type Question, questions } from '@harness/core/views/questions';
import { type Family, type Outside, type RunRow, runRow, unreadableRow } from '@harness/core/views/run';
import type { Message } from '@harness/engine/inbox';
import { family as familyOf } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';

export interface Looked {
  readonly family: Family;
  readonly outside: Outside;
}

/** A run and its children, and what their journals do not tell. */
export async function look(store: JsonlStore, run: string): Promise<Looked> {
  const members = await familyOf(store, run);
  const own = members.find((member) => member.run === run);
  if (!own) throw new Refusal('run.unknown', { run });
  const inboxes = await Promise.all(members.map((member) => store.inbox(member.run).read()));
  const messages = new Map(inboxes.flat().map(({ id, message }) => [id, message]));
  const asked = members.flatMap(questions);
  const answered = new Set(
    asked.filter(({ id, input }) => isAnswer(messages.get(id), input.choices)).map(({ id }) => id),
  );
  const isOwned = own.log.ended === undefined && (await store.isOwned(run));
  return { family: [own, ...members.filter((member) => member !== own)], outside: { isOwned, answered } };
}

const isAnswer = (message: Message | undefined, choices: readonly string[]) =>
  message?.type === 'answer' && choiceIn(choices, message.choice) !== undefined;

/** The rows of all runs, newest first. A journal that cannot be read makes a row too. */
export async function rows(
  store: JsonlStore,
  { children }: { readonly children: boolean },
): Promise<readonly RunRow[]> {
  const runs = (await store.runs()).filter((run) => children || run === rootOf(run));
  const found = (await Promise.all(runs.map((run) => rowOf(store, run)))).flatMap((row) => row ?? []);
  return found.sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
}

/** Nothing for a run whose first line was torn: it has not begun. */
async function rowOf(store: JsonlStore, run: string): Promise<RunRow | undefined> {
  try {
    const { family, outside } = await look(store, run);
    return runRow(family, outside);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'run.unknown') return undefined;
    if (!(error instanceof Refusal) || (error.code !== 'journal.damaged' && error.code !== 'journal.unreadable'))
      throw error;
    return unreadableRow(run, statSync(store.folder(run)).birthtimeMs);
  }
}

/** The run that is meant: its id, or a beginning that only one has. */
export async function findRun(store: JsonlStore, name: string): Promise<string> {
  const runs = await store.runs();
  if (runs.includes(name)) return name;
  const matches = runs.filter((run) => run === rootOf(run) && run.startsWith(name));
  const [only, ...others] = matches;
  if (only === undefined || name === '') throw new Refusal('run.unknown', { run: name });
  if (others.length > 0) throw new Refusal('run.ambiguous', { run: name, matches: matches.join(', ') });
  return only;
}

/** Every question of every run that can be read, with the inbox taken into account. */
export async function allQuestions(
  store: JsonlStore,
): Promise<{ open: readonly Question[]; all: readonly Question[] }> {
  const open: Question[] = [];
  const all: Question[] = [];
  for (const row of await rows(store, { children: false })) {
    if (row.state === 'unreadable') continue;
    const { family, outside } = await look(store, row.id);
    all.push(...family.flatMap(questions));
    open.push(...family.flatMap((journal) => openQuestions(journal, outside.answered)));
  }
  return { open, all };
}
