/**
 * Reads the state of the loop.
 *
 *   L1. Agents in the box cannot write the state file (docs/SANDBOX.md). Without a box they can: then they stop the loop at
 *       worst, because nothing else of the file is believed.
 *   L2. A file that is missing, torn, no file or behind a link is no signal.
 */
import type { readTurn, replyToTurn } from '@harness/core/effects/agent-turn';
import type { readLoopSignal } from '@harness/core/effects/issues';
import type { ValueOf } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { loopFile } from '@harness/core/issue-loop/document';
import { signalOf } from '@harness/core/issue-loop/signal';
import { resolveContained } from '../contained-path.ts';
import { readTextFile } from '../plans/text-file.ts';
import type { IssuesContext } from './context.ts';

const maxBytes = 1024 * 1024;

export async function performReadLoopSignal({ repo }: IssuesContext): Promise<Outcome<ValueOf<typeof readLoopSignal>>> {
  const path = resolveContained(repo, loopFile);
  const file = path.ok ? readTextFile(path.path, maxBytes) : null;
  return ok({ active: file?.is !== 'text' || signalOf(file.text) !== false });
}

/** Only a Stop hook has a turn, and it performs these operations itself. */
export const performReadTurn = async (): Promise<Outcome<ValueOf<typeof readTurn>>> => ok({ is: 'none' });
export const performReplyToTurn = async (): Promise<Outcome<ValueOf<typeof replyToTurn>>> => ok({ is: 'late' });
