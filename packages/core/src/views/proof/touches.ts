/** Each time that somebody touched a run: answered, resumed, stopped. What a script or the engine did is told apart. */
import type { RunJournal } from '../../journal/run-tree.ts';
import { questions } from '../questions.ts';

export interface Touch {
  readonly is: 'answer' | 'resume' | 'stop';
  readonly run: string;
  readonly atMs: number;
  /** Null where the journal of an older version does not tell. */
  readonly by: string | null;
  /** The header of the question and the choice; empty for what needs no word. */
  readonly what: string;
}

export interface Touches {
  readonly people: readonly Touch[];
  readonly script: readonly Touch[];
}

/** Who goes on with a run or ends it without being a person. */
const nobody: ReadonlySet<string> = new Set(['engine', 'parent', 'daemon', 'watchdog']);

export function touchesOf(family: readonly RunJournal[]): Touches {
  const answers = family.flatMap(answersIn);
  const others = family.flatMap(({ run, entries }) =>
    entries.flatMap((entry): readonly Touch[] => {
      if (entry.type === 'stopping') return [{ is: 'stop', run, atMs: entry.atMs, by: entry.by, what: '' }];
      if (entry.type !== 'noted' || entry.code !== 'run.resumed') return [];
      const { by } = entry.params;
      return [{ is: 'resume', run, atMs: entry.atMs, by: by === undefined ? null : String(by), what: '' }];
    }),
  );
  const byPeople = others.filter(({ by }) => by === null || !nobody.has(by));
  return {
    people: [...answers.filter(({ isScript }) => !isScript).map(({ touch }) => touch), ...byPeople].sort(inTime),
    script: answers.filter(({ isScript }) => isScript).map(({ touch }) => touch),
  };
}

const inTime = (a: Touch, b: Touch) => a.atMs - b.atMs;

const answersIn = (journal: RunJournal) =>
  questions(journal).flatMap(({ run, header, answer, answeredAtMs }) => {
    if (!answer) return [];
    const { choice, by, channel } = answer;
    const touch: Touch = { is: 'answer', run, atMs: answeredAtMs ?? 0, by, what: `${header}: ${choice}` };
    return [{ touch, isScript: channel === 'script' }];
  });
