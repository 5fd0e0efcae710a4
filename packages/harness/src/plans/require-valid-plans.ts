/** Plans that are not in order are worked on by nobody: everything that is wrong with them is said at once. */

import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import type { PlansRead } from '@harness/effects/plans/read';
import { shellQuote } from '../render/shell-quote.ts';

/** One sentence each, with its code: what is wrong with the files first, then with the graph. */
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
  const wrong = planProblemsText(read, language);
  if (wrong.length === 0) return;
  const file = read.problems[0]?.file ?? read.defects[0]?.files[0] ?? '.';
  throw new Refusal('plans.disorder', {
    problems: wrong.map((text) => `\n  ${text}`).join(''),
    file: shellQuote(file),
  });
}
