/**
 * Counts how often each answer of a script was used in a run.
 *
 * The journal counts across restarts; memory prevents two concurrent calls from taking the same last use before it is
 * noted. Both only grow, and each use is in memory first, so the larger count is right.
 *
 * An answer is identified by its content, not its position: editing other answers keeps its count.
 */

import { createHash } from 'node:crypto';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { countScriptAnswers } from '@harness/core/views/calls';
import type { Script } from './script.ts';

export interface AnswerUses {
  /** Ids of the answers in script order, as in the journal. */
  readonly names: readonly string[];
  /** Uses of the answer at this position so far. */
  of(family: readonly RunJournal[], at: number): number;
  take(family: readonly RunJournal[], at: number): void;
}

export function countUses({ answers }: Script): AnswerUses {
  const names = namesOf(answers);
  const byRun = new Map<string, Map<string, number>>();
  const takenIn = (family: readonly RunJournal[]) => {
    const root = family[0]?.run ?? '';
    const known = byRun.get(root) ?? new Map<string, number>();
    byRun.set(root, known);
    return known;
  };
  const of = (family: readonly RunJournal[], at: number) => {
    const name = names[at] ?? '';
    return Math.max(countScriptAnswers(family).get(name) ?? 0, takenIn(family).get(name) ?? 0);
  };
  return {
    names,
    of,
    take: (family, at) => void takenIn(family).set(names[at] ?? '', of(family, at) + 1),
  };
}

/** Identical answers are numbered in their order. */
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
