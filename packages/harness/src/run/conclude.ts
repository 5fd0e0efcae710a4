/** The last word of a command that drove a run: how it stands, and the exit code that says the same. */

import { ends, exitCodes } from '@harness/core/journal/end';
import type { RunTree } from '@harness/core/journal/run-tree';
import { messagesFor } from '@harness/core/messages/index';
import { show } from '@harness/core/views/show';
import { logicOf } from '@harness/core/workflows/loaded';
import type { Workflows } from '../cli/command.ts';
import { commitsInCheckout } from '../render/commit-summary.ts';
import { createEvidenceRenderer } from '../render/evidence.ts';
import { runResultLines } from '../render/run-result.ts';
import type { Output } from '../render/screen.ts';
import { previousBranch } from '../repository/previous-branch.ts';
import { openStore } from '../runs/folder.ts';
import { readRun } from '../runs/read-runs.ts';
import { machineOf, partsOf } from '../workflows/parts.ts';
import { exitCodeFor, type ForegroundOutcome } from './foreground.ts';
import { haltReasonOf } from './halt-reason.ts';

export interface Concluded {
  readonly root: string;
  readonly run: string;
  readonly output: Output;
  readonly workflows: Workflows;
}

export async function conclude(
  { root, run, output, workflows }: Concluded,
  outcome: ForegroundOutcome,
): Promise<number> {
  const { family, outside } = await readRun(openStore(root), run);
  const messages = messagesFor(output.language);
  // The document says how the run stands; why it does not go on is not in its journal.
  if (output.json && outcome.is === 'held') output.tell(`${messages.holds[outcome.because](outcome)}\n`);
  const before = commitsInCheckout(family) ? await previousBranch(root) : null;
  output.say(
    output.json
      ? `${JSON.stringify({ version: 1, ...show(family, outside, messages), ...logicOf(machineOf(family))?.document?.(family) })}\n`
      : runResultLines(
          family,
          outcome,
          output,
          { evidence: createEvidenceRenderer(root, output), before },
          await partsOf(workflows, machineOf(family)),
        ),
  );
  return outcome.is === 'waiting' ? exitCodeAtRest(family) : exitCodeFor(outcome);
}

/** A step that is done exits as done; a person who stopped it, as a question does; an end that can be led on, as that end. */
function exitCodeAtRest(family: RunTree): number {
  const rest = haltReasonOf(family);
  if (rest === 'done') return exitCodes.ok;
  return rest === null || rest === 'stopped' ? exitCodes.waiting : ends[rest].exitCode;
}
