/**
 * Which tricks are confirmed (M-36, MO-23): seen in two different features at least. The harness counts, not the curator.
 *
 *   T1. Only what a worker said can be confirmed, in the words of the worker who said it first.
 *   T2. The curator may say that entries mean the same; that they are there, and of different features, is looked up.
 *   T3. What was seen once is kept in the long memory with its feature, and counts again when it is seen elsewhere.
 */
import { isSameText } from './line.ts';
import type { RawEntry } from './session-memory.ts';

export interface Trick {
  readonly text: string;
  readonly features: readonly string[];
}

export interface TrickJudgement {
  readonly confirmed: readonly Trick[];
  readonly single: readonly Trick[];
}

export const featuresToConfirm = 2;

/** `groups` are ids of entries that the curator takes for the same; `lessons` are the lines of the long memory. */
export function judgeTricks(
  entries: readonly RawEntry[],
  groups: readonly (readonly string[])[],
  lessons: readonly string[],
): TrickJudgement {
  const said = [...lessons.flatMap(trickIn), ...entries.flatMap(trickOf)];
  const sets: Seen[][] = [];
  for (const one of said) {
    const same = sets.find((set) => set.some((other) => isSame(one, other, groups)));
    if (same) same.push(one);
    else sets.push([one]);
  }
  const tricks = sets.map((set) => ({
    text: set[0]?.text ?? '',
    features: [...new Set(set.map(({ feature }) => feature))].sort(),
  }));
  const isConfirmed = ({ features }: Trick) => features.length >= featuresToConfirm;
  return { confirmed: tricks.filter(isConfirmed), single: tricks.filter((trick) => !isConfirmed(trick)) };
}

/** How a trick that was seen once stands among the lessons. */
export const trickLine = ({ text, features }: Trick): string => `TRICK ${features.join(',')}: ${text}`;

interface Seen {
  readonly id: string;
  readonly feature: string;
  readonly text: string;
}

const trickOf = ({ kind, feature, id, text }: RawEntry): readonly Seen[] =>
  kind === 'TRICK' && feature !== null ? [{ id, feature, text }] : [];

const trickIn = (lesson: string): readonly Seen[] => {
  const { features = '', text = '' } = /^TRICK (?<features>\S+): (?<text>.+)$/.exec(lesson)?.groups ?? {};
  return features.split(',').flatMap((feature) => (text === '' ? [] : [{ id: '', feature, text }]));
};

const isSame = (one: Seen, other: Seen, groups: readonly (readonly string[])[]) =>
  isSameText(one.text) === isSameText(other.text) ||
  groups.some((ids) => one.id !== '' && ids.includes(one.id) && ids.includes(other.id));
