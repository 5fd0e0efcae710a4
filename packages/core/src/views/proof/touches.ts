/** Lists every touch of a run: answers, resumes and stops by people, and answers by a script. */
import type { RunJournal } from '../../journal/run-tree.ts';
import { askedQuestions } from '../questions.ts';

export interface Touch {
  readonly is: 'answer' | 'resume' | 'stop';
  readonly run: string;
  readonly atMs: number;
  /** `null` if the journal of an older version does not say. */
  readonly by: string | null;
  /** The header of the question and the choice; empty for a resume or stop. */
  readonly what: string;
}

/** Owners that resume or stop a run and are not people. */
const automatic: ReadonlySet<string> = new Set(['engine', 'parent', 'daemon', 'watchdog']);

export function touchesOf(family: readonly RunJournal[]) {
  const answers = family.flatMap(answersOf);
  const others = family.flatMap(({ run, entries }) =>
    entries.flatMap((entry): readonly Touch[] => {
      if (entry.type === 'stopping') return [{ is: 'stop', run, atMs: entry.atMs, by: entry.by, what: '' }];
      if (entry.type !== 'noted' || entry.code !== 'run.resumed') return [];
      const { by } = entry.params;
      return [{ is: 'resume', run, atMs: entry.atMs, by: by === undefined ? null : String(by), what: '' }];
    }),
  );
  const byPeople = others.filter(({ by }) => by === null || !automatic.has(by));
  return {
    people: [...answers.filter(({ isScript }) => !isScript).map(({ touch }) => touch), ...byPeople].sort(byTime),
    script: answers.filter(({ isScript }) => isScript).map(({ touch }) => touch),
  };
}

const byTime = (a: Touch, b: Touch) => a.atMs - b.atMs;

const answersOf = (journal: RunJournal) =>
  askedQuestions(journal).flatMap(({ run, header, answer, answeredAtMs }) => {
    if (!answer) return [];
    const { choice, by, channel } = answer;
    const touch: Touch = { is: 'answer', run, atMs: answeredAtMs ?? 0, by, what: `${header}: ${choice}` };
    return [{ touch, isScript: channel === 'script' }];
  });
