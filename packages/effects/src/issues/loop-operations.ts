/**
 * Operations on the state of the loop, by name.
 *
 *   L1. An agent may write the state file. So at worst it stops the loop: nothing else of the file is believed.
 *   L2. A file that is missing, torn, no file or behind a link is no signal.
 */
import type { readLoopSignal, readTurn, tellTurn } from '@harness/core/effects/issues';
import type { Operation } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { loopFile } from '@harness/core/issue-loop/document';
import { signalOf } from '@harness/core/issue-loop/signal';
import { resolveContained } from '../contained-path.ts';
import type { Operations } from '../operation-performer.ts';
import { readTextFile } from '../plans/text-file.ts';
import type { IssuesContext } from './context.ts';

type ValueOf<Declared> = Declared extends Operation<infer _, infer Value> ? Value : never;

const maxBytes = 1024 * 1024;

async function readSignal({ repo }: IssuesContext): Promise<Outcome<ValueOf<typeof readLoopSignal>>> {
  const path = resolveContained(repo, loopFile);
  const file = path.ok ? readTextFile(path.path, maxBytes) : null;
  return ok({ active: file?.is !== 'text' || signalOf(file.text) !== false });
}

/** Only a Stop hook has a turn, and it performs these operations itself. */
const noTurn = async (): Promise<Outcome<ValueOf<typeof readTurn>>> => ok({ is: 'none' });
const unheard = async (): Promise<Outcome<ValueOf<typeof tellTurn>>> => ok({ is: 'unheard' });

export const loopOperations: Operations<IssuesContext> = {
  'read-loop-signal': readSignal,
  'read-turn': noTurn,
  'tell-turn': unheard,
};
