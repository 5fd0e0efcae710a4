/** What a fidelity run found, and how what it blocked is lifted. */
import type { Messages } from '@harness/core/messages/messages';
import type { RunTree } from '@harness/core/views/run';
import { fidelityView } from '@harness/core/workflows/fidelity/view';
import { printable } from '../../render/printable.ts';

interface Pen {
  readonly messages: Pick<Messages, 'gates' | 'failures'>;
  git(label: string, ...commands: readonly string[]): string;
}

/** Nothing for a run that judged nothing. */
export function fidelityLines(
  family: RunTree,
  { messages: { gates: words, failures }, git }: Pen,
): readonly string[] | null {
  const found = fidelityView(family);
  if (found === null) return null;
  const { score, threshold, requirements, drift, report, blocked, block } = found;
  const { commit = null, plans = [], why = null } = block ?? {};
  return [
    `  ${(blocked ? words.above : words.within)({ score, threshold })}`,
    `  ${words.found({ ...requirements, drift })}`,
    `  ${words.report({ path: report })}`,
    ...(why === null ? [] : [printable(`  ${words.unblocked({})} ${failures[why.code](why.params)}`)]),
    ...(commit === null ? [] : [`  ${words.blocked({ ids: plans.join(', '), count: plans.length })}`]),
    ...(commit === null ? [] : ['', git('look at it', `show ${commit}`), git('lift it', `revert --no-edit ${commit}`)]),
  ];
}
