/**
 * Decides which tricks are confirmed: seen in at least two features (M-36, MO-23). The harness counts, not the curator.
 *
 *   T1. Only a worker's trick can be confirmed, in the words of its first worker.
 *   T2. The curator may group entries of the same meaning; the harness checks that they exist, in different features.
 *   T3. A trick seen once goes to the long memory with its feature and counts when it is seen again.
 */
import { normalizeText } from './line.ts';
import type { RawEntry } from './session-memory.ts';

export interface Trick {
  readonly text: string;
  readonly features: readonly string[];
}

export const minConfirmingFeatures = 2;

/** `groups` are ids of entries that the curator considers the same; `lessons` are lines of the long memory. */
export function judgeTricks(
  entries: readonly RawEntry[],
  groups: readonly (readonly string[])[],
  lessons: readonly string[],
): { readonly confirmed: readonly Trick[]; readonly single: readonly Trick[] } {
  const sightings = [...lessons.flatMap(trickInLesson), ...entries.flatMap(trickOf)];
  const sets: Sighting[][] = [];
  for (const one of sightings) {
    const same = sets.find((set) => set.some((other) => isSame(one, other, groups)));
    if (same) same.push(one);
    else sets.push([one]);
  }
  const tricks = sets.map((set) => ({
    text: set[0]?.text ?? '',
    features: [...new Set(set.map(({ feature }) => feature))].sort(),
  }));
  const isConfirmed = ({ features }: Trick) => features.length >= minConfirmingFeatures;
  return { confirmed: tricks.filter(isConfirmed), single: tricks.filter((trick) => !isConfirmed(trick)) };
}

/** Format of an unconfirmed trick among the lessons. */
export const trickLine = ({ text, features }: Trick): string => `TRICK ${features.join(',')}: ${text}`;

interface Sighting {
  readonly id: string;
  readonly feature: string;
  readonly text: string;
}

const trickOf = ({ kind, feature, id, text }: RawEntry): readonly Sighting[] =>
  kind === 'TRICK' && feature !== null ? [{ id, feature, text }] : [];

const trickInLesson = (lesson: string): readonly Sighting[] => {
  const { features = '', text = '' } = /^TRICK (?<features>\S+): (?<text>.+)$/.exec(lesson)?.groups ?? {};
  return features.split(',').flatMap((feature) => (text === '' ? [] : [{ id: '', feature, text }]));
};

const isSame = (one: Sighting, other: Sighting, groups: readonly (readonly string[])[]) =>
  normalizeText(one.text) === normalizeText(other.text) ||
  groups.some((ids) => one.id !== '' && ids.includes(one.id) && ids.includes(other.id));
