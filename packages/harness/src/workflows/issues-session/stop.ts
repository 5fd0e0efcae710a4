/** `harness issues stop`: asks the loop to stop after the issue in work, and does nothing else (I-06). */
import { setTimeout as delay } from 'node:timers/promises';
import { refusalOf } from '@harness/core/failure/refusal';
import { signalOf } from '@harness/core/issue-loop/signal';
import { sentencesOf } from '@harness/core/workflow';
import { sessionCodes } from '@harness/core/workflows/issues-session/codes';
import { issuesSessionWorkflow } from '@harness/core/workflows/issues-session/workflow';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { printResult } from '../../render/screen.ts';
import { findRepositoryRoot } from '../../repository/repository.ts';
import { requireLoopText, writeLoopSignal } from './find-loop.ts';

export async function run({ options, output }: Pick<Invocation, 'options' | 'output'>): Promise<number> {
  const root = findRepositoryRoot(resolveRepo(options));
  if (requireLoopText(root) === null) throw refusalOf(sessionCodes, 'loop.none', {});
  await ask(root);
  const message = sentencesOf(issuesSessionWorkflow, output.language)['loop.stopping']({});
  return printResult(output, { message }, () => `${message}\n`);
}

/** A view that the loop was writing at the same moment may replace the signal: then it is written again. */
async function ask(root: string): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet++) {
    const text = requireLoopText(root);
    if (text === null) return;
    if (signalOf(text) !== false) {
      writeLoopSignal(root, text, false);
      quiet = 0;
    }
    await delay(20);
  }
}
