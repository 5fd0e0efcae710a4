/** What waits for a person, and what was answered. The CLI, the control server and the page all show this one fold. */
import { waitParts } from '../effects/first.ts';
import { type Answer, headerOf, type QuestionInput, questionId } from '../effects/question.ts';
import { addEntry, type Entry, emptyFold, type FoldedJournal } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';

/** What somebody wrote without choosing: it approves nothing, and is told with the question until it is answered. */
export interface QuestionNote {
  readonly text: string;
  readonly by: string;
}

export interface Question {
  readonly id: string;
  readonly run: string;
  readonly key: string;
  readonly header: string;
  /** 1-based: how many with this header were asked for this item, this one included. */
  readonly nth: number;
  readonly input: QuestionInput;
  readonly askedAtMs: number;
  /** Nothing while it is open. Null when the run went on, or ended, without it. */
  readonly answer: Answer | null | undefined;
  readonly answeredAtMs: number | undefined;
  /** Not in the journal before the answer is, which takes them along. */
  readonly notes?: readonly QuestionNote[];
}

/** Every question of one run in the order in which they were asked, read off its folded journal. */
export function questionsOf(
  run: string,
  log: FoldedJournal,
  answeredAtMs: ReadonlyMap<string, number>,
): readonly Question[] {
  const all: Question[] = [];
  for (const { key, whole, input, atMs, valueIn } of askedIn(log)) {
    const header = headerOf(input);
    const earlier = all.filter((other) => other.header === header && other.input.item === input.item);
    const outcome = log.answered.get(whole);
    const answer = outcome?.ok ? (valueIn(outcome.value) as Answer | undefined) : undefined;
    all.push({
      id: questionId(run, key),
      run,
      key,
      header,
      nth: earlier.length + 1,
      input,
      askedAtMs: atMs,
      answer: answer ?? (isOpen(log, whole) ? undefined : null),
      answeredAtMs: answer && answeredAtMs.get(whole),
    });
  }
  return all;
}

/** The questions that were asked by themselves, and those among the waits of a `first`; `whole` is the key of the need. */
const askedIn = ({ asked }: FoldedJournal) =>
  [...asked].flatMap(([whole, { effect, atMs }]) =>
    (effect.kind === 'question' || effect.kind === 'first' ? waitParts(whole, effect) : [])
      .filter((part) => part.effect.kind === 'question')
      .map((part) => ({ ...part, whole, atMs, input: part.effect.input as QuestionInput })),
  );

/** A question is open while its run stands where it was asked: `4/answer`, or the engine's own `4/change?1`. */
export const isOpen = (log: FoldedJournal, key: string) =>
  !log.ended && !log.stopping && !log.answered.has(key) && key.startsWith(`${log.moves}/`) && key === newest(log, key);

/** Whether nobody need answer it any more, now that this was written: it was answered, or its run went on without it. */
export function isClosedBy(entry: Entry, { key }: Pick<Question, 'key'>): boolean {
  if (entry.type === 'answered') return entry.key === key || key.startsWith(`${entry.key}#`); // one wait among several
  return entry.type === 'moved' || entry.type === 'stopping' || entry.type === 'ended';
}

/** A question that was asked anew, because what it is about was changed, takes the place of the old one. */
const newest = (log: FoldedJournal, key: string) =>
  [...log.asked.keys()].findLast((other) => other.split('@')[0] === key.split('@')[0]);

export function questions({ run, entries }: RunJournal): readonly Question[] {
  const log = emptyFold();
  const answeredAtMs = new Map<string, number>();
  for (const entry of entries) {
    if (entry.type === 'answered' && !answeredAtMs.has(entry.key)) answeredAtMs.set(entry.key, entry.atMs);
    addEntry(log, entry as Entry);
  }
  return questionsOf(run, log, answeredAtMs);
}

/** With what was written to it, where the journal does not tell yet. */
export function withNotes(
  question: Question,
  notes: ReadonlyMap<string, readonly QuestionNote[]> = new Map(),
): Question {
  const own = notes.get(question.id);
  return own === undefined || question.answer !== undefined ? question : { ...question, notes: own };
}

/** `answered` holds the ids that were answered while no owner was there to journal it. */
export const openQuestions = (journal: RunJournal, answered: ReadonlySet<string> = new Set()): readonly Question[] =>
  questions(journal).filter(({ id, answer }) => answer === undefined && !answered.has(id));
