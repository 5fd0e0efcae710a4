/** The last word of a command that drove a run: how it stands, and the exit code that says the same. */
import { ends, exitCodes } from '@harness/core/end';
import { messagesFor } from '@harness/core/messages/index';
import { capturedSite } from '@harness/core/views/captured';
import { judgement } from '@harness/core/views/fidelity';
import { missionView } from '@harness/core/views/mission';
import { phased } from '@harness/core/views/phased';
import { planned } from '@harness/core/views/planned';
import type { Family } from '@harness/core/views/run';
import { show } from '@harness/core/views/show';
import { branchBefore } from './branch-before.ts';
import { storeOf } from './folder.ts';
import { exitCodeOf, type Outcome } from './front.ts';
import { look } from './look.ts';
import { commitsInCheckout } from './render/committed.ts';
import { ending } from './render/ending.ts';
import { evidenceIn } from './render/evidence.ts';
import type { Output } from './render/screen.ts';
import { restOf } from './rest.ts';

/** What a phase came to, beside the run itself. */
function phaseDocument(family: Family) {
  const view = phased(family);
  return view === null ? {} : { phase: { name: view.phase, plan: view.plan, folder: view.folder, ...view.over } };
}

/** What came of it, for whichever workflow it was. */
const documentOf = (family: Family) => ({
  ...planned(family),
  ...phaseDocument(family),
  ...capturedSite(family),
  ...judgement(family),
  ...missionView(family),
});

export async function conclude(root: string, run: string, outcome: Outcome, output: Output): Promise<number> {
  const { family, outside } = await look(storeOf(root), run);
  const messages = messagesFor(output.language);
  // The document says how the run stands; why it does not go on is not in its journal.
  if (output.json && outcome.is === 'held') output.tell(`${messages.holds[outcome.because](outcome)}\n`);
  const before = commitsInCheckout(family) ? await branchBefore(root) : null;
  output.say(
    output.json
      ? `${JSON.stringify({ version: 1, ...show(family, outside, messages), ...documentOf(family) })}\n`
      : ending(family, outcome, output, { evidence: evidenceIn(root, output), before }),
  );
  return outcome.is === 'waiting' ? exitCodeAtRest(family) : exitCodeOf(outcome);
}

/** A step that is done exits as done; a person who stopped it, as a question does; an end that can be led on, as that end. */
function exitCodeAtRest(family: Family): number {
  const rest = restOf(family);
  if (rest === 'done') return exitCodes.ok;
  return rest === null || rest === 'stopped' ? exitCodes.waiting : ends[rest].exitCode;
}
