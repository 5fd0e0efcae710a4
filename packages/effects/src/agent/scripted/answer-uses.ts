/**
 * How often each answer of a script has been used in a run.
 *
 * The journal counts, also across a restart; memory keeps two calls of one process from taking the same last use before
 * the first is noted. Both only grow, and each use is in memory first: so the larger one is right.
 *
 * An answer is known by what it says, not by its place: a script that was edited elsewhere keeps its counts.
 */

import { createHash } from 'node:crypto';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { answerUses } from '@harness/core/views/calls';
import type { Script } from './script.ts';

export interface AnswerUses {
  /** The names of the answers in their order, as the journal knows them. */
  readonly names: readonly string[];
  /** How often the answer at this place has been used, as far as anybody knows. */
  of(family: readonly RunJournal[], at: number): number;
  take(family: readonly RunJournal[], at: number): void;
}

export function countUses({ answers }: Script): AnswerUses {
  const names = namesOf(answers);
  const byRun = new Map<string, Map<string, number>>();
  const taken = (family: readonly RunJournal[]) => {
    const root = family[0]?.run ?? '';
    const known = byRun.get(root) ?? new Map<string, number>();
    byRun.set(root, known);
    return known;
  };
  const of = (family: readonly RunJournal[], at: number) => {
    const name = names[at] ?? '';
    return Math.max(answerUses(family).get(name) ?? 0, taken(family).get(name) ?? 0);
  };
  return {
    names,
    of,
    take: (family, at) => void taken(family).set(names[at] ?? '', of(family, at) + 1),
  };
}

/** Two answers that say the same are told apart by their order. */
function namesOf(answers: Script['answers']): readonly string[] {
  const seen = new Map<string, number>();
  return answers.map((answer) => {
    const text = JSON.stringify(answer, (_, value: unknown) => (value instanceof RegExp ? value.source : value));
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    return nth === 1 ? hash : `${hash}-${nth}`;
  });
}
