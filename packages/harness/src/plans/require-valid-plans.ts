/** Refuses invalid plan files and reports all their problems at once. */

import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import type { PlansRead } from '@harness/effects/plans/read';
import { printableList } from '../render/printable.ts';
import { shellQuote } from '../render/shell-quote.ts';

/** One sentence per problem, with its code: first the files, then the dependency graph. */
function planProblemsText({ problems, defects }: PlansRead, language: string | undefined): readonly string[] {
  const { planProblems, planDefects } = messagesFor(language);
  return [
    ...problems.map(({ problem, file, line, key = '', detail = '' }) => {
      return `${file}:${line}: ${problem}: ${planProblems[problem]({ key, detail })}`;
    }),
    ...defects.map(({ defect, ids, files }) => {
      return `${defect}: ${planDefects[defect]({ ids: ids.join(', '), files: files.join(', ') })}`;
    }),
  ];
}

export function requireValidPlans(read: PlansRead, language: string | undefined): void {
  const lines = planProblemsText(read, language);
  if (lines.length === 0) return;
  const file = read.problems[0]?.file ?? read.defects[0]?.files[0] ?? '.';
  throw new Refusal('plans.disorder', {
    problems: printableList(lines),
    file: shellQuote(file),
  });
}
