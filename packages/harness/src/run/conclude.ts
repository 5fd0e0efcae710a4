/** Prints the state of a run after a command has driven it, and returns the exit code. */

import { ends, exitCodes } from '@harness/core/journal/end';
import { spokenLanguage } from '@harness/core/journal/language';
import type { RunTree } from '@harness/core/journal/run-tree';
import { messagesFor } from '@harness/core/messages/index';
import { show } from '@harness/core/views/show';
import { logicOf } from '@harness/core/workflows/loaded';
import { headBranch } from '@harness/effects/checkout/branch';
import { git } from '@harness/effects/git/command';
import { isTaskRun } from '../render/commit-summary.ts';
import { createEvidenceRenderer } from '../render/evidence.ts';
import type { ResultContext } from '../render/result-format.ts';
import { runResultLines } from '../render/run-result.ts';
import { printResult } from '../render/screen.ts';
import { openStore } from '../runs/folder.ts';
import { readRun } from '../runs/read-runs.ts';
import { partsOf, startedMachine } from '../workflows/parts.ts';
import { exitCodeFor, type ForegroundOutcome, type ForegroundRun } from './foreground.ts';
import { haltReasonOf } from './halt-reason.ts';

export async function conclude(
  { root, run, output: startOutput, workflows }: Pick<ForegroundRun, 'root' | 'run' | 'output' | 'workflows'>,
  outcome: ForegroundOutcome,
): Promise<number> {
  const store = openStore(root);
  const { family, outside } = await readRun(store, run);
  const output = { ...startOutput, language: spokenLanguage(family) || startOutput.language };
  const messages = messagesFor(output.language);
  // The journal does not say that the run is frozen, so the JSON document does not either.
  if (output.json && outcome.is === 'held') output.tell(`${messages.holds[outcome.because](outcome)}\n`);
  const place = isTaskRun(family) ? await branchesOf(root) : { before: null };
  const document = { ...show(family, outside, messages), ...logicOf(startedMachine(family))?.document?.(family) };
  const context = { evidence: createEvidenceRenderer({ root, runFolder: store.folder(run) }, output), ...place };
  const parts = await partsOf(workflows, startedMachine(family));
  printResult(output, document, () => runResultLines(family, outcome, output, context, parts));
  return outcome.is === 'waiting' ? exitCodeOfHalt(family) : exitCodeFor(outcome);
}

/** The exit code of a run that waits for a command: 0 after a completed step, 8 if the user stopped it, else that of its end. */
function exitCodeOfHalt(family: RunTree): number {
  const reason = haltReasonOf(family);
  if (reason === 'done') return exitCodes.ok;
  return reason === null || reason === 'stopped' ? exitCodes.waiting : ends[reason].exitCode;
}

/** Git may be missing in the folder of a task. */
async function branchesOf(root: string): Promise<Pick<ResultContext, 'before' | 'here'>> {
  const before = await previousBranch(root);
  return before === null ? { before } : { before, here: await headBranch(root) };
}

/** The branch that was checked out before, into which a commit in the checkout is merged; `null` if it no longer exists. */
async function previousBranch(root: string): Promise<string | null> {
  const { exitCode, stdout } = await git(root, ['rev-parse', '--abbrev-ref', '--verify', '--quiet', '@{-1}']);
  return exitCode === 0 && stdout.trim() !== '' ? stdout.trim() : null;
}
