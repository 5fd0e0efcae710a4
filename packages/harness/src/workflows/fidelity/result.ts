/** What a fidelity run found, and how what it blocked is lifted. */

import type { RunTree } from '@harness/core/journal/run-tree';
import { failureText } from '@harness/core/messages/lookup';
import { sentencesOf } from '@harness/core/workflow';
import { fidelityView } from '@harness/core/workflows/fidelity/view';
import { fidelityWorkflow } from '@harness/core/workflows/fidelity/workflow';
import { printable } from '../../render/printable.ts';
import type { ResultFormat } from '../../render/result-format.ts';

/** Nothing for a run that judged nothing. */
export function fidelityLines(family: RunTree, { messages, language, git }: ResultFormat): readonly string[] | null {
  const found = fidelityView(family);
  if (found === null) return null;
  const words = sentencesOf(fidelityWorkflow, language);
  const { score, threshold, requirements, drift, report, blocked, block } = found;
  const { commit = null, plans = [], why = null } = block ?? {};
  return [
    `  ${(blocked ? words.above : words.within)({ score, threshold })}`,
    `  ${words.found({ ...requirements, drift })}`,
    `  ${messages.gates.report({ path: report })}`,
    ...(why === null ? [] : [printable(`  ${words.unblocked({})} ${failureText(messages, why)}`)]),
    ...(commit === null ? [] : [`  ${words.blocked({ ids: plans.join(', '), count: plans.length })}`]),
    ...(commit === null ? [] : ['', git('look at it', `show ${commit}`), git('lift it', `revert --no-edit ${commit}`)]),
  ];
}
