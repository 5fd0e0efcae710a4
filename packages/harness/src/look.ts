/** Looks at runs without owning them: what the reading commands are made of. */
import { choiceIn } from '@harness/core/effects/question';
import { Refusal } from '@harness/core/refusal';
import { openQuestions, type Question, questions } from '@harness/core/views/questions';
import { type Family, type Outside, type RunRow, rowOf, unreadableRow } from '@harness/core/views/run';
import type { Summary } from '@harness/core/views/summary';
import { family as familyOf } from '@harness/engine/family';
import type { Message } from '@harness/engine/inbox';
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
  const own = members.find((member) => member.run === run);
  if (!own) throw new Refusal('run.unknown', { run });
  const open = own.log.ended ? [] : members; // what was said to a run that has ended changes nothing
  const inboxes = await Promise.all(open.map((member) => store.inbox(member.run).read()));
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

/** The rows of all runs, newest first. A journal that cannot be read makes a row too. `children` is what `--all` asks for, and so adds the archive too. */
export async function rows(
  store: JsonlStore,
  { children }: { readonly children: boolean },
): Promise<readonly RunRow[]> {
  const families = new Map<string, Summarised[]>();
  for (const one of await store.summaries({ archived: children })) {
    const root = rootOf(one.run);
    families.set(root, [...(families.get(root) ?? []), one]);
  }
  const found = await Promise.all(
    [...families.values()].flatMap((family) =>
      family
        .filter(({ run }) => children || run === rootOf(run))
        .map((own) =>
          rowOfFamily(
            store,
            own,
            family.filter(({ run }) => isChildOf(run, own.run)),
          ),
        ),
    ),
  );
  return found.sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
}

async function rowOfFamily(store: JsonlStore, own: Summarised, children: readonly Summarised[]): Promise<RunRow> {
  const lost = [own, ...children].find(({ summary }) => summary === undefined);
  if (lost && 'bornAtMs' in lost) return unreadableRow(own.run, lost.bornAtMs);
  const { summary } = own as Summarised & { summary: Summary };
  const members = children.map((child) => child.summary as Summary);
  if (summary.ended) return rowOf([summary, ...members], { isOwned: false, answered: new Set() });
  const open = [summary, ...members].filter((member) => member.open.length > 0);
  const inboxes = await Promise.all(open.map((member) => store.inbox(member.run).read()));
  const messages = new Map(inboxes.flat().map(({ id, message }) => [id, message]));
  const asked = open.flatMap((member) => member.open);
  const answered = new Set(asked.filter(({ id, choices }) => isAnswer(messages.get(id), choices)).map(({ id }) => id));
  return rowOf([summary, ...members], { isOwned: await store.isOwned(own.run), answered });
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
