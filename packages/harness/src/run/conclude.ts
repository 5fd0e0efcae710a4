/** The last word of a command that drove a run: how it stands, and the exit code that says the same. */
import { ends, exitCodes } from '@harness/core/journal/end';
import { messagesFor } from '@harness/core/messages/index';
import type { RunTree } from '@harness/core/views/run';
import { show } from '@harness/core/views/show';
import { fidelityView } from '@harness/core/workflows/fidelity/view';
import { missionView } from '@harness/core/workflows/mission/view';
import { phaseView } from '@harness/core/workflows/phase/view';
import { planningView } from '@harness/core/workflows/planning/view';
import { siteView } from '@harness/core/workflows/site-reverse/view';
import { commitsInCheckout } from '../render/commit-summary.ts';
import { createEvidenceRenderer } from '../render/evidence.ts';
import { runResultLines } from '../render/run-result.ts';
import type { Output } from '../render/screen.ts';
import { previousBranch } from '../repository/previous-branch.ts';
import { openStore } from '../runs/folder.ts';
import { readRun } from '../runs/read-runs.ts';
import { exitCodeFor, type ForegroundOutcome } from './foreground.ts';
import { haltReasonOf } from './halt-reason.ts';

/** What a phase came to, beside the run itself. */
function phaseDocument(family: RunTree) {
  const view = phaseView(family);
  return view === null ? {} : { phase: { name: view.phase, plan: view.plan, folder: view.folder, ...view.over } };
}

/** What came of it, for whichever workflow it was. */
const documentOf = (family: RunTree) => ({
  ...planningView(family),
  ...phaseDocument(family),
  ...siteView(family),
  ...fidelityView(family),
  ...missionView(family),
});

export async function conclude(root: string, run: string, outcome: ForegroundOutcome, output: Output): Promise<number> {
  const { family, outside } = await readRun(openStore(root), run);
  const messages = messagesFor(output.language);
  // The document says how the run stands; why it does not go on is not in its journal.
  if (output.json && outcome.is === 'held') output.tell(`${messages.holds[outcome.because](outcome)}\n`);
  const before = commitsInCheckout(family) ? await previousBranch(root) : null;
  output.say(
    output.json
      ? `${JSON.stringify({ version: 1, ...show(family, outside, messages), ...documentOf(family) })}\n`
      : runResultLines(family, outcome, output, { evidence: createEvidenceRenderer(root, output), before }),
  );
  return outcome.is === 'waiting' ? exitCodeAtRest(family) : exitCodeFor(outcome);
}

/** A step that is done exits as done; a person who stopped it, as a question does; an end that can be led on, as that end. */
function exitCodeAtRest(family: RunTree): number {
  const rest = haltReasonOf(family);
  if (rest === 'done') return exitCodes.ok;
  return rest === null || rest === 'stopped' ? exitCodes.waiting : ends[rest].exitCode;
}
