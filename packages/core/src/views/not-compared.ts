/** Lists checks whose tests could not be compared with those of the base, so that a lost test would not be noticed. */
import type { CheckInput, CheckReport } from '../effects/check.ts';
import { foldJournal } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';

export interface NotComparedCheck {
  readonly run: string;
  readonly command: string;
}

/** The last comparison of each command counts: it is about the final change. */
export const listNotCompared = (family: readonly RunJournal[]): readonly NotComparedCheck[] =>
  family.flatMap(({ run, entries }) => {
    const { asked, answered } = foldJournal(entries);
    const isCompared = new Map<string, boolean>();
    for (const [key, { effect }] of asked) {
      const outcome = effect.kind === 'check' ? answered.get(key) : undefined;
      const compared = outcome?.ok ? (outcome.value as CheckReport).compared : undefined;
      if (compared) isCompared.set((effect.input as CheckInput).command, compared.base !== null);
    }
    return [...isCompared].flatMap(([command, is]) => (is ? [] : [{ run, command }]));
  });
