/** Lists every check of a run with its colour. Red is an answer; a check that never finished has none. */

import type * as z from 'zod';
import type { checkSchema as document } from '../documents/show.ts';
import type { CheckInput, CheckReport } from '../effects/check.ts';
import { artifactPath } from '../journal/artifact.ts';
import type { Entry, EntryOf } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import { iso, isoOrNull } from './times.ts';

type CheckRow = Readonly<z.output<typeof document>>;

export const listChecks = (family: readonly RunJournal[]): readonly CheckRow[] =>
  family.flatMap(({ run, entries, place }) => {
    const answers = firstAnswers(entries);
    return entries.flatMap((asked): CheckRow[] => {
      if (asked.type !== 'asked' || asked.effect.kind !== 'check') return [];
      const answered = answers.get(asked.key);
      const report = answered?.outcome.ok ? (answered.outcome.value as CheckReport) : undefined;
      const path = answered && logOf(answered);
      const { command, isProof = false, isBase } = asked.effect.input as CheckInput;
      if (isBase) return []; // about the base; a red one is the evidence of a question
      return [
        {
          key: asked.key,
          command,
          isProof,
          green: report?.green ?? (answered ? false : null), // did not finish, or did not start: never green
          exitCode: report?.exitCode ?? null,
          startedAt: iso(asked.atMs),
          endedAt: isoOrNull(answered?.atMs),
          log: path === undefined ? null : artifactPath(run, { path }, place),
          tests: report?.tests ?? null,
          missingBaseTests: report?.compared?.isNone ? report.compared.lost : null,
        },
      ];
    });
  });

function firstAnswers(entries: readonly Entry[]): ReadonlyMap<string, EntryOf<'answered'>> {
  const answers = new Map<string, EntryOf<'answered'>>();
  for (const entry of entries) if (entry.type === 'answered' && !answers.has(entry.key)) answers.set(entry.key, entry);
  return answers;
}

/** A check that timed out has a log too. */
function logOf({ outcome }: EntryOf<'answered'>): string | undefined {
  const path = outcome.ok ? (outcome.value as CheckReport).log.path : outcome.failure.params['log'];
  return path === undefined ? undefined : String(path);
}
