/** Connects runs of fidelity to the command line: formats the result of a fidelity run, with the command that reverts its block. */
import type { RunTree } from '@harness/core/journal/run-tree';
import { failureText } from '@harness/core/messages/lookup';
import { sentencesOf } from '@harness/core/workflow';
import { fidelityView } from '@harness/core/workflows/fidelity/view';
import { fidelityWorkflow } from '@harness/core/workflows/fidelity/workflow';
import { printable } from '../../render/printable.ts';
import type { ResultFormat } from '../../render/result-format.ts';
import type { WorkflowParts } from '../../workflow.ts';

/** Null if the run has no score. */
function fidelityLines(family: RunTree, { messages, language, git }: ResultFormat): readonly string[] | null {
  const view = fidelityView(family);
  if (view === null) return null;
  const words = sentencesOf(fidelityWorkflow, language);
  const { score, threshold, requirements, drift, report, blocked, block } = view;
  const { commit = null, plans = [], why = null } = block ?? {};
  return [
    `  ${(blocked ? words.above : words.within)({ score, threshold })}`,
    `  ${words.found({ ...requirements, drift })}`,
    `  ${messages.gates.report({ path: report })}`,
    ...(why === null ? [] : [printable(`  ${words.unblocked({})} ${failureText(messages, why)}`)]),
    ...(commit === null ? [] : [`  ${words.blocked({ ids: plans.join(', '), count: plans.length })}`]),
    ...(commit === null ? [] : ['', git('look at it', `show ${commit}`), git('unblock', `revert --no-edit ${commit}`)]),
  ];
}

export const parts: WorkflowParts = { ended: fidelityLines };
