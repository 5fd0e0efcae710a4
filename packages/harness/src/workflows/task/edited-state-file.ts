/** Whether the state file of a run that lay still is what the run wrote. A file that is only behind is no change by hand. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import type { Changes, State } from '@harness/core/machine/machine';
import type { Session } from '@harness/core/workflows/task/session';
import { isSessionState, type Task } from '@harness/core/workflows/task/state';
import { phaseOf, taskState } from '@harness/core/workflows/task/state-file';
import { findSession } from './find-session.ts';

/** For the machine to ask about; nothing when there is nothing to ask. */
export function readEditedStateFile(
  root: string,
  entries: readonly Entry[],
  state: State,
  tell: (text: string) => void,
): Changes {
  const task = state as Task;
  const path = join(root, '.harness', 'state.json');
  if (!isSessionState(task) || !existsSync(path) || isOurs(readFileSync(path, 'utf8'), entries)) return {};
  const found = findSession(root, task.job, tell);
  if (found?.is !== 'session') return {};
  return { stateFile: { session: kept(found.session, task), phase: found.phase }, phase: phaseOf(task) };
}

/** After a crash it may say what was true a few moves ago. */
const isOurs = (text: string, entries: readonly Entry[]): boolean =>
  entries.some((entry, n) => {
    if (entry.type !== 'started' && entry.type !== 'moved' && entry.type !== 'upgraded') return false;
    const document = taskState(entries.slice(0, n + 1));
    return document !== undefined && `${JSON.stringify(document, null, 2)}\n` === text;
  });

/** What no state file says is known to the run: where the work began, and what was there before. */
const kept = (found: Session, { base, foreign, manifest, allowed }: Session): Session => ({
  ...found,
  ...{ base, foreign, manifest, allowed },
});
