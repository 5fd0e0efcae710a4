/** Ends the session of a conversation whose state file another run takes over. */
import { writerOf } from '@harness/core/issue-loop/signal';
import { readStoredRun } from '@harness/engine/run-tree';
import { requestStop } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Invocation } from '../../cli/command.ts';
import { stopUnownedRun } from '../../run/stop-run.ts';
import { requireLoopText } from './find-loop.ts';

/** The counters of the session must have been read before: its file is inactive afterwards. */
export async function endSession(
  root: string,
  store: JsonlStore,
  invocation: Pick<Invocation, 'output' | 'workflows'>,
): Promise<void> {
  const run = writerOf(requireLoopText(root) ?? '');
  if (run === null) return;
  const { log } = await readStoredRun(store, run);
  if (log.machine !== 'issues-session' || log.ended) return;
  await requestStop(store, run, 'harness issues start', Date.now());
  await stopUnownedRun(root, store, run, invocation);
}
