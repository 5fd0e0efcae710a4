/** Looks at runs without owning them: what the reading commands are made of. */
import { answerIn, type QuestionInput } from '@harness/core/effects/question';
import { Refusal } from '@harness/core/refusal';
import type { Journal } from '@harness/core/views/calls';
import { openQuestions, type Question, type QuestionNote, questions, withNotes } from '@harness/core/views/questions';
import { type Family, type Outside, type RunRow, rowOf, unreadableRow } from '@harness/core/views/run';
import type { Summary } from '@harness/core/views/summary';
import { type Found, family as familyOf, find } from '@harness/engine/family';
import type { Message, Received } from '@harness/engine/inbox';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { isChildOf, rootOf } from '@harness/engine/store/store';
import type { Summarised } from '@harness/engine/store/summary';

export interface Looked {
  readonly family: Family;
  readonly outside: Outside;
}

/** A run and its children, and what their journals do not tell. */
export async function look(store: JsonlStore, run: string): Promise<Looked> {
  const members = (await familyOf(store, run)).filter((member) => member.run === run || isChildOf(member.run, run));
  return lookInto(store, run, members);
}

/** The same for whoever knows the children already: a queue may have a thousand that are of no interest. */
export async function lookAt(store: JsonlStore, run: string, members: readonly string[]): Promise<Looked> {
  return lookInto(store, run, await Promise.all(members.map((member) => find(store, member))));
}

async function lookInto(store: JsonlStore, run: string, members: readonly Found[]): Promise<Looked> {
  const own = members.find((member) => member.run === run);
  if (!own) throw new Refusal('run.unknown', { run });
  const open = own.log.ended ? [] : members; // what was said to a run that has ended changes nothing
  const inboxes = await Promise.all(open.map((member) => store.inbox(member.run).read()));
  const messages = new Map(inboxes.flat().map(({ id, message }) => [id, message]));
  const asked = members.flatMap(questions);
  const answered = new Set(asked.filter(({ id, input }) => isAnswer(messages.get(id), input)).map(({ id }) => id));
  const isOwned = own.log.ended === undefined && (await store.isOwned(run));
  const placed = (member: Journal): Journal => ({
    ...member,
    place: store.isArchived(member.run) ? 'archive' : 'runs',
  });
  const others = members.filter((member) => member !== own);
  return {
    family: [placed(own), ...others.map(placed)],
    outside: { isOwned, answered, notes: notesIn(inboxes.flat()) },
  };
}

/** What was written to questions without choosing, by question. */
function notesIn(received: readonly Received[]): ReadonlyMap<string, readonly QuestionNote[]> {
  const notes = new Map<string, readonly QuestionNote[]>();
  for (const { message } of received)
    if (message.type === 'note')
      notes.set(message.question, [...(notes.get(message.question) ?? []), { text: message.note, by: message.by }]);
  return notes;
}

const isAnswer = (message: Message | undefined, asked: Pick<QuestionInput, 'code' | 'choices'>) =>
  message?.type === 'answer' && answerIn(asked, message.choice) !== undefined;

/** The rows of all runs, newest first, wherever they lie. A journal that cannot be read makes a row too. */
export async function rows(
  store: JsonlStore,
  { children }: { readonly children: boolean },
): Promise<readonly RunRow[]> {
  const all = await store.summaries();
  const descendants = new Map<string, Summarised[]>(); // by root; most runs have none
  for (const one of all) {
    const root = rootOf(one.run);
    if (one.run !== root) descendants.set(root, [one, ...(descendants.get(root) ?? [])]);
  }
  const found: RunRow[] = [];
  const living: Promise<RunRow>[] = [];
  for (const own of all) {
    const root = rootOf(own.run);
    if (!children && own.run !== root) continue;
    const row = rowIn(own, descendants.get(root), store);
    if (row instanceof Promise) living.push(row);
    else found.push(row);
  }
  found.push(...(await Promise.all(living)));
  return found.sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
}

/** Nobody is asked about a run that has ended: who looks at a thousand of them does not wait a thousand times. */
function rowIn(
  own: Summarised,
  family: readonly Summarised[] | undefined,
  store: JsonlStore,
): RunRow | Promise<RunRow> {
  if (!family && own.summary?.ended) return rowOf([own.summary], nobody); // most are like this
  const members = [own, ...(family ?? []).filter(({ run }) => isChildOf(run, own.run))];
  const lost = members.find(({ summary }) => summary === undefined);
  if (lost && 'bornAtMs' in lost) return unreadableRow(own.run, lost.bornAtMs);
  const summaries = members.map(({ summary }) => summary) as [Summary, ...Summary[]];
  return summaries[0].ended ? rowOf(summaries, nobody) : rowOfLiving(summaries, store);
}

const nobody: Outside = { isOwned: false, answered: new Set() };

async function rowOfLiving(family: readonly [Summary, ...Summary[]], store: JsonlStore): Promise<RunRow> {
  const open = family.filter((member) => member.open.length > 0);
  const inboxes = await Promise.all(open.map((member) => store.inbox(member.run).read()));
  const messages = new Map(inboxes.flat().map(({ id, message }) => [id, message]));
  const asked = open.flatMap((member) => member.open);
  const answered = new Set(asked.filter((one) => isAnswer(messages.get(one.id), one)).map(({ id }) => id));
  return rowOf(family, { isOwned: await store.isOwned(family[0].run), answered });
}

/** The run that is meant: its id, or a beginning that only one has. */
export async function findRun(store: JsonlStore, name: string): Promise<string> {
  const runs = [...(await store.runs()), ...store.archived()];
  if (runs.includes(name)) return name;
  const matches = runs.filter((run) => run === rootOf(run) && run.startsWith(name));
  const [only, ...others] = matches;
  if (only === undefined || name === '') throw new Refusal('run.unknown', { run: name });
  if (others.length > 0) throw new Refusal('run.ambiguous', { run: name, matches: matches.join(', ') });
  return only;
}

/** What waits for an answer in these runs. Only the journals of those that wait are opened. */
export async function openQuestionsIn(store: JsonlStore, found: readonly RunRow[]): Promise<readonly Question[]> {
  const waiting = found.filter((row) => row.openQuestions > 0);
  const looked = await Promise.all(waiting.map(({ id }) => look(store, id)));
  return looked.flatMap(({ family, outside: { answered, notes } }) =>
    family.flatMap((journal) => openQuestions(journal, answered)).map((question) => withNotes(question, notes)),
  );
}

/** Every question that a run and its children ever asked; none where the journal cannot be read. */
export async function questionsIn(store: JsonlStore, { id, state }: RunRow): Promise<readonly Question[]> {
  return state === 'unreadable' ? [] : (await look(store, id)).family.flatMap(questions);
}
