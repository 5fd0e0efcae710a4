/** Stops the earlier runs of a session after a person decided about it: two runs never share a session. */

import { userInfo } from 'node:os';
import { askedQuestions } from '@harness/core/views/questions';
import { isSessionState, type Task } from '@harness/core/workflows/task/state';
import { adoptBranch } from '@harness/effects/checkout/branch';
import { readRunTree } from '@harness/engine/run-tree';
import { requestStop } from '@harness/engine/runs';
import type { Output } from '../../render/screen.ts';
import { stopUnownedRun } from '../../run/stop-run.ts';
import { openStore } from '../../runs/folder.ts';
import { listRunRows } from '../../runs/read-runs.ts';

export async function stopOtherRuns(root: string, run: string, output: Output): Promise<void> {
  const store = openStore(root);
  const own = (await readRunTree(store, run)).find((journal) => journal.run === run);
  const isDecided = own && askedQuestions(own).some(({ header, answer }) => header === 'Session' && answer);
  if (!own || !isDecided) return;
  const task = own.log.state as Task;
  if (isSessionState(task) && task.branch !== null) await adoptBranch(root, task.branch, run);
  for (const { id, workflow, status } of await listRunRows(store, { children: false })) {
    if (id === run || workflow !== 'task' || (status !== 'parked' && status !== 'waiting')) continue;
    await requestStop(store, id, userInfo().username, Date.now());
    // Silent: the state file shows the new run, and a line here would read as if that run had ended.
    await stopUnownedRun(root, store, id, { output: { ...output, tell: () => {} }, workflows: {} });
  }
}
