/** Lists the questions of a run, open and answered, for the command line, the control server and the page. */
import { waitParts } from '../effects/first.ts';
import { type Answer, headerOf, type QuestionInput, questionId } from '../effects/question.ts';
import { addEntry, type Entry, emptyFold, type FoldedJournal } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';

/** A text without a choice: it approves nothing and is shown with the question until the answer. */
export interface QuestionNote {
  readonly text: string;
  readonly by: string;
}

export interface Question {
  readonly id: string;
  readonly run: string;
  readonly key: string;
  readonly header: string;
  /** 1-based: the nth question with this header for this item. */
  readonly nth: number;
  readonly input: QuestionInput;
  readonly askedAtMs: number;
  /** `undefined` while it is open; `null` if the run moved or ended without an answer. */
  readonly answer: Answer | null | undefined;
  readonly answeredAtMs: number | undefined;
  /** Absent if there are none. The journal has them only with the answer. */
  readonly notes?: readonly QuestionNote[];
}

/** Every question of a run, in the order of asking. */
export function questionsOf(
  run: string,
  log: FoldedJournal,
  answeredAtMs: ReadonlyMap<string, number>,
): readonly Question[] {
  const all: Question[] = [];
  const counts = new Map<string, number>();
  const open = openKeysIn(log);
  for (const { key, whole, input, atMs, valueIn } of requestsIn(log)) {
    const header = headerOf(input);
    const same = JSON.stringify([header, input.item]);
    const nth = (counts.get(same) ?? 0) + 1;
    counts.set(same, nth);
    const outcome = log.answered.get(whole);
    const answer = outcome?.ok ? (valueIn(outcome.value) as Answer | undefined) : undefined;
    all.push({
      id: questionId(run, key),
      run,
      key,
      header,
      nth,
      input,
      askedAtMs: atMs,
      answer: answer ?? (open.has(whole) ? undefined : null),
      answeredAtMs: answer && answeredAtMs.get(whole),
    });
  }
  return all;
}

/** Single questions, and questions among the waits of a `first`; `whole` is the key of the need. */
const requestsIn = ({ asked }: FoldedJournal) =>
  [...asked].flatMap(([whole, { effect, atMs }]) =>
    (effect.kind === 'question' || effect.kind === 'first' ? waitParts(whole, effect) : [])
      .filter((part) => part.effect.kind === 'question')
      .map((part) => ({ ...part, whole, atMs, input: part.effect.input as QuestionInput })),
  );

/**
 * The open waits. A question is open while its run is in the state that asked it: `4/answer`, or the engine's
 * `4/change?1`. A question asked again because its subject changed replaces the old one.
 */
export function openKeysIn(log: FoldedJournal): ReadonlySet<string> {
  const newest = new Map<string | undefined, string>();
  for (const key of log.ended || log.stopping ? [] : log.askedHere) newest.set(key.split('@')[0], key);
  const isOpen = (key: string) => !log.answered.has(key) && key.startsWith(`${log.moves}/`);
  return new Set([...newest.values()].filter(isOpen));
}

/** Whether this entry closes the question: it was answered, or its run moved, stops or ended. */
export function isClosedBy(entry: Entry, { key }: Pick<Question, 'key'>): boolean {
  if (entry.type === 'answered') return entry.key === key || key.startsWith(`${entry.key}#`); // one wait among several
  return entry.type === 'moved' || entry.type === 'stopping' || entry.type === 'ended';
}

export function askedQuestions({ run, entries }: RunJournal): readonly Question[] {
  const log = emptyFold();
  const answeredAtMs = new Map<string, number>();
  for (const entry of entries) {
    if (entry.type === 'answered' && !answeredAtMs.has(entry.key)) answeredAtMs.set(entry.key, entry.atMs);
    addEntry(log, entry as Entry);
  }
  return questionsOf(run, log, answeredAtMs);
}

/** Adds the notes that are not in the journal yet. */
export function withNotes(
  question: Question,
  notes: ReadonlyMap<string, readonly QuestionNote[]> = new Map(),
): Question {
  const own = notes.get(question.id);
  return own === undefined || question.answer !== undefined ? question : { ...question, notes: own };
}

/** `answered`: ids of questions answered while the run had no owner. */
export const openQuestions = (journal: RunJournal, answered: ReadonlySet<string> = new Set()): readonly Question[] =>
  askedQuestions(journal).filter(({ id, answer }) => answer === undefined && !answered.has(id));
