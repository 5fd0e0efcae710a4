/**
 * What a role of the task says: the first line of its answer and nothing else (W-03). What it made is in its file.
 *
 * A line that is not in the agreed form is no failure: it is said so, and the file decides (W-05).
 */
import { ok } from '../../failure.ts';
import { firstLine } from '../../output/first-line.ts';
import { filledLines, unmarked } from '../../output/plain.ts';
import type { Reply, Role } from '../../role.ts';

export interface Said {
  readonly line: string;
  readonly readable: boolean;
}

const longest = 300;

/** The words of W-04 that tell that something was made. */
export type Made = 'generated' | 'changed' | 'written';

export const readSaid =
  (...words: readonly Made[]): Role<never, Said>['read'] =>
  (reply) =>
    ok({ line: lineOf(reply), readable: firstLine({ contains: words })(reply).is === 'match' });

export const lineOf = ({ text }: Reply): string => unmarked(filledLines(text)[0] ?? '').slice(0, longest);

export const saidSamples: readonly Said[] = [
  { line: 'made — 1', readable: true },
  { line: '', readable: false },
];
