/** Lists the checks that were red before the work and do not decide, because a person chose so. */
import type { RunJournal } from '../journal/run-tree.ts';
import { askedQuestions } from './questions.ts';

export interface IgnoredCheck {
  readonly run: string;
  readonly command: string;
}

export const listIgnoredChecks = (family: readonly RunJournal[]): readonly IgnoredCheck[] =>
  family.flatMap((journal) =>
    askedQuestions(journal).flatMap(({ input: { code, params }, answer }) =>
      code === 'baseline' && answer?.choice === 'ignore these checks'
        ? [{ run: journal.run, command: String(params['checks']) }]
        : [],
    ),
  );
