/**
 * Finds the notes of people that an agent call must get: the texts that they gave with their answers.
 *
 *   N1. A note reaches the next call of the run that asked, and of each run below it.
 *   N2. After that run ended, it reaches the next call for the same feature or plan; without one, the next calls of the
 *       run that started it.
 *   N3. Calls of one state get the same notes. After a successful call, later calls for the same item do not get them
 *       again.
 *   N4. Checks that were red before any work, and that a person wants to be fixed, reach calls like a note, but the first
 *       call of each role until one has done the work: a planner may not repeat them to that role.
 */
import type { AgentInput } from '../effects/agent.ts';
import type { QuestionInput } from '../effects/question.ts';
import { isEnded } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import { roles } from '../workflows/loaded.ts';
import { askedQuestions } from './questions.ts';

export interface AnswerNote {
  /** Header of the question. */
  readonly header: string;
  readonly choice: string;
  /** Empty if the person wrote none, but chose that red checks are fixed. */
  readonly text: string;
  /** Output of the checks that must be fixed too; absent for other answers. */
  readonly red?: string;
}

/** A place in the journals of a run and its relatives. */
interface Place {
  readonly run: string;
  readonly index: number;
  readonly atMs: number;
}

interface GivenNote extends AnswerNote {
  /** Of the need that asked. */
  readonly key: string;
  readonly item: string | null;
  readonly answered: Place;
  /** The end of the run that asked; `null` if it is not over. */
  readonly over: Place | null;
}

interface Call {
  readonly key: string;
  readonly role: string;
  readonly item: string | null;
  readonly asked: Place;
  /** `null` without a successful answer. */
  readonly succeeded: Place | null;
}

/** The notes for one call, in the order of the answers. */
export function notesForCall(family: readonly RunJournal[], run: string, key: string): readonly AnswerNote[] {
  const notes = family.flatMap(notesIn);
  if (notes.length === 0) return [];
  const calls = family.flatMap(callsIn);
  const call = calls.find((one) => one.key === key && one.asked.run === run);
  if (call === undefined) return [];
  return notes
    .filter((note) => reaches(note, call) && !calls.some((other) => hasTaken(other, note, call)))
    .sort((one, other) => one.answered.atMs - other.answered.atMs)
    .map(({ header, choice, text, red }) => ({ header, choice, text, ...(red === undefined ? {} : { red }) }));
}

/** Entries of one run are in order; those of several runs have only their times. */
const isBefore = (one: Place, other: Place): boolean =>
  one.run === other.run ? one.index < other.index : one.atMs <= other.atMs;

const isBelow = (run: string, above: string): boolean => run === above || run.startsWith(`${above}.`);

/** N1, N2. */
function reaches({ item, answered, over }: GivenNote, { asked, item: own }: Call): boolean {
  if (!isBefore(answered, asked)) return false;
  if (isBelow(asked.run, answered.run)) return true;
  if (over === null || !isBefore(over, asked)) return false;
  return item === null ? isBelow(asked.run, parentOf(answered.run)) : item === own;
}

/** The id of a child run is that of its parent, the number of the state, and the name of the need. */
const parentOf = (run: string): string => run.split('.').slice(0, -2).join('.') || run;

/** N3. */
const hasTaken = (other: Call, note: GivenNote, call: Call): boolean =>
  other.succeeded !== null &&
  isBefore(other.succeeded, call.asked) &&
  reaches(note, other) &&
  takerOf(other) === takerOf(call) &&
  (note.red === undefined || other.role === call.role || roles[other.role]?.mode === 'exec'); // N4

const takerOf = ({ item, asked }: Call): string => item ?? asked.run;

function notesIn(journal: RunJournal): readonly GivenNote[] {
  const { run, entries } = journal;
  const places = answerPlaces(journal);
  const end = isEnded(entries) ? entries.findLastIndex(({ type }) => type === 'ended') : -1;
  const over = end < 0 ? null : { run, index: end, atMs: entries[end]?.atMs ?? 0 };
  return askedQuestions(journal).flatMap(({ key, header, input, answer }) => {
    const whole = key.split('#')[0] ?? key;
    const answered = places.get(whole);
    if (!answer || answered === undefined) return [];
    const { choice, note: text } = answer;
    const note = { key: whole, header, choice, text: text.trim(), item: input.item, answered, over };
    const red = redToFix(input, answer.choice);
    if (red !== null) return [{ ...note, red }];
    return note.text === '' ? [] : [note];
  });
}

/** N4. `null` for any other question or choice. */
const redToFix = ({ code, params }: QuestionInput, choice: string): string | null =>
  code === 'baseline' && choice === 'fix it too' ? String(params['output']) : null;

/** Keys of the questions whose answers agents must get. */
export const notedKeys = (journal: RunJournal): readonly string[] => notesIn(journal).map(({ key }) => key);

function answerPlaces({ run, entries }: RunJournal): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  entries.forEach((entry, index) => {
    const isFirst = entry.type === 'answered' && entry.outcome.ok && !places.has(entry.key);
    if (isFirst) places.set(entry.key, { run, index, atMs: entry.atMs });
  });
  return places;
}

function callsIn(journal: RunJournal): readonly Call[] {
  const places = answerPlaces(journal);
  return journal.entries.flatMap((entry, index): readonly Call[] => {
    if (entry.type !== 'asked' || entry.effect.kind !== 'agent') return [];
    const { role, item } = entry.effect.input as AgentInput;
    const asked = { run: journal.run, index, atMs: entry.atMs };
    return [{ key: entry.key, role, item, asked, succeeded: places.get(entry.key) ?? null }];
  });
}
