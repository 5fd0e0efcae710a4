/** Reads runs without owning them. */

import { type AskedQuestion, parseAnswer } from '@harness/core/effects/question';
import { Refusal } from '@harness/core/failure/refusal';
import type { RunJournal, RunTree } from '@harness/core/journal/run-tree';
import {
  askedQuestions,
  openQuestions,
  type Question,
  type QuestionNote,
  withNotes,
} from '@harness/core/views/questions';
import { type RunRow, type RunRowContext, runRowOf, unreadableRow } from '@harness/core/views/run';
import type { Summary } from '@harness/core/views/summary';
import type { InboxMessage, Message } from '@harness/engine/inbox';
import { readRunTree as familyOf, readStoredRuns, type StoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { isChildOf, rootOf } from '@harness/engine/store/store';
import type { RunSummary } from '@harness/engine/store/summary';

export interface RunReading {
  readonly family: RunTree;
  readonly outside: RunRowContext;
}

/** A run and its children, with facts that their journals do not contain. */
export async function readRun(store: JsonlStore, run: string): Promise<RunReading> {
  const members = (await familyOf(store, run)).filter((member) => member.run === run || isChildOf(member.run, run));
  return readMembers(store, run, members);
}

/** The same if the members are known: a queue may have a thousand others. */
export async function readRunMembers(store: JsonlStore, run: string, members: readonly string[]): Promise<RunReading> {
  return readMembers(store, run, await readStoredRuns(store, members));
}

async function readMembers(store: JsonlStore, run: string, members: readonly StoredRun[]): Promise<RunReading> {
  const root = members.find((member) => member.run === run);
  if (!root) throw new Refusal('run.unknown', { run });
  const open = root.log.ended ? [] : members; // messages to an ended run change nothing
  const inboxes = await Promise.all(open.map((member) => store.inbox(member.run).read()));
  const messages = new Map(inboxes.flat().map(({ id, message }) => [id, message]));
  const asked = members.flatMap(askedQuestions);
  const answered = new Set(asked.filter(({ id, input }) => isAnswer(messages.get(id), input)).map(({ id }) => id));
  const isOwned = root.log.ended === undefined && (await store.isOwned(run));
  const placed = (member: RunJournal): RunJournal => ({
    ...member,
    place: store.isArchived(member.run) ? 'archive' : 'runs',
  });
  const others = members.filter((member) => member !== root);
  return {
    family: [placed(root), ...others.map(placed)],
    outside: { isOwned, answered, notes: notesIn(inboxes.flat()) },
  };
}

/** Notes without a choice, by question. */
function notesIn(received: readonly InboxMessage[]): ReadonlyMap<string, readonly QuestionNote[]> {
  const notes = new Map<string, QuestionNote[]>();
  for (const { message } of received) {
    if (message.type !== 'note') continue;
    const { question, note: text, by } = message;
    notes.set(question, notes.get(question) ?? []);
    notes.get(question)?.push({ text, by });
  }
  return notes;
}

const isAnswer = (message: Message | undefined, asked: AskedQuestion) =>
  message?.type === 'answer' && parseAnswer(asked, message.choice) !== undefined;

/** Rows of all runs, newest first, archived ones included. An unreadable journal gets a row too. */
export async function listRunRows(
  store: JsonlStore,
  { children }: { readonly children: boolean },
): Promise<readonly RunRow[]> {
  const all = await store.summaries();
  const descendants = descendantsOf(all);
  const found: RunRow[] = [];
  const unfinished: Promise<RunRow>[] = [];
  for (const own of all) {
    if (!children && own.run !== rootOf(own.run)) continue;
    const row = rowIn(own, descendants.get(own.run), store);
    if (row instanceof Promise) unfinished.push(row);
    else found.push(row);
  }
  found.push(...(await Promise.all(unfinished)));
  return found.sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
}

/** The children of each run and their children. A search among all would be quadratic: a queue has thousands. */
function descendantsOf(all: readonly RunSummary[]): ReadonlyMap<string, readonly RunSummary[]> {
  const descendants = new Map<string, RunSummary[]>();
  for (const one of all) {
    const parts = one.run.split('.');
    for (let length = 1; length < parts.length; length++) {
      const above = parts.slice(0, length).join('.'); // a prefix that is no run has no row
      const known = descendants.get(above);
      if (known) known.push(one);
      else descendants.set(above, [one]);
    }
  }
  return descendants;
}

/** An ended run needs neither its inbox nor its owner, so that listing a thousand runs is fast. */
function rowIn(
  own: RunSummary,
  family: readonly RunSummary[] | undefined,
  store: JsonlStore,
): RunRow | Promise<RunRow> {
  if (!family && own.summary?.ended) return runRowOf([own.summary], unowned); // the usual case
  const members = [own, ...(family ?? [])];
  const lost = members.find(({ summary }) => summary === undefined);
  if (lost && 'bornAtMs' in lost) return unreadableRow(own.run, lost.bornAtMs);
  const summaries = members.map(({ summary }) => summary) as [Summary, ...Summary[]];
  return summaries[0].ended ? runRowOf(summaries, unowned) : rowOfUnfinished(summaries, store);
}

const unowned: RunRowContext = { isOwned: false, answered: new Set() };

async function rowOfUnfinished(family: readonly [Summary, ...Summary[]], store: JsonlStore): Promise<RunRow> {
  const open = family.filter((member) => member.open.length > 0);
  const inboxes = await Promise.all(open.map((member) => store.inbox(member.run).read()));
  const messages = new Map(inboxes.flat().map(({ id, message }) => [id, message]));
  const asked = open.flatMap((member) => member.open);
  const answered = new Set(asked.filter((one) => isAnswer(messages.get(one.id), one)).map(({ id }) => id));
  return runRowOf(family, { isOwned: await store.isOwned(family[0].run), answered });
}

/** True for a run that waits, is parked, or has an owner that drives it. */
export const isUnfinished = ({ status }: RunRow): boolean => ['waiting', 'parked', 'running'].includes(status);

/** The newest unfinished run of a workflow. */
export const findUnfinishedRun = async (store: JsonlStore, workflow: string): Promise<RunRow | undefined> =>
  (await listRunRows(store, { children: false })).find((row) => row.workflow === workflow && isUnfinished(row));

/** Finds a run by its id or a unique prefix. */
export async function findRun(store: JsonlStore, name: string): Promise<string> {
  const runs = [...(await store.runs()), ...store.archived()];
  if (runs.includes(name)) return name;
  const matches = runs.filter((run) => run === rootOf(run) && run.startsWith(name));
  const [only, ...others] = matches;
  if (only === undefined || name === '') throw new Refusal('run.unknown', { run: name });
  if (others.length > 0) throw new Refusal('run.ambiguous', { run: name, matches: matches.join(', ') });
  return only;
}

/** Open questions of these runs. Reads only journals with an open question. */
export async function readOpenQuestions(store: JsonlStore, found: readonly RunRow[]): Promise<readonly Question[]> {
  const waiting = found.filter((row) => row.openQuestions > 0);
  const readings = await Promise.all(waiting.map(({ id }) => readRun(store, id)));
  return readings.flatMap(({ family, outside: { answered, notes } }) =>
    family.flatMap((journal) => openQuestions(journal, answered)).map((question) => withNotes(question, notes)),
  );
}

/** Every question that a run and its children ever asked; empty if the journal cannot be read. */
export async function readQuestions(store: JsonlStore, { id, state }: RunRow): Promise<readonly Question[]> {
  return state === 'unreadable' ? [] : (await readRun(store, id)).family.flatMap(askedQuestions);
}
