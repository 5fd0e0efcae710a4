/** When a person has decided about the session that was here, the run it came from is over: two runs never share one session. */

import { userInfo } from 'node:os';
import { questions } from '@harness/core/views/questions';
import { isSessionState, type Task } from '@harness/core/workflows/task/state';
import { adoptBranch } from '@harness/effects/checkout/branch';
import { family } from '@harness/engine/family';
import { askToStop } from '@harness/engine/runs';
import { storeOf } from '../folder.ts';
import { rows } from '../look.ts';
import type { Output } from '../render/screen.ts';
import { stopHere } from '../stopping.ts';

export async function retireOthers(root: string, run: string, output: Output): Promise<void> {
  const store = storeOf(root);
  const own = (await family(store, run)).find((journal) => journal.run === run);
  const isDecided = own && questions(own).some(({ header, answer }) => header === 'Session' && answer);
  if (!own || !isDecided) return;
  const task = own.log.state as Task;
  if (isSessionState(task) && task.branch !== null) await adoptBranch(root, task.branch, run);
  for (const { id, workflow, status } of await rows(store, { children: false })) {
    if (id === run || workflow !== 'task' || (status !== 'parked' && status !== 'waiting')) continue;
    await askToStop(store, id, userInfo().username, Date.now());
    await stopHere(root, store, id, { ...output, tell: () => {} }); // the list of runs says it; here it would be read as this run ending
  }
}
