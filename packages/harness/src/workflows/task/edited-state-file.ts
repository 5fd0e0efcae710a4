/** Detects edits of the state file while its run was parked. A file with an earlier state of the run is no edit. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import type { Changes, State } from '@harness/core/machine/machine';
import type { Session } from '@harness/core/workflows/task/session';
import { isSessionState, type Task } from '@harness/core/workflows/task/state';
import { phaseOf, taskState } from '@harness/core/workflows/task/state-file';
import { findSession } from './find-session.ts';

/** The change that the machine asks about; empty if there is none. */
export function readEditedStateFile(
  root: string,
  entries: readonly Entry[],
  state: State,
  tell: (text: string) => void,
): Changes {
  const task = state as Task;
  const path = join(root, '.harness', 'state.json');
  if (!isSessionState(task) || !existsSync(path) || isWrittenByRun(readFileSync(path, 'utf8'), entries)) return {};
  const found = findSession(root, task.job, tell);
  if (found?.is !== 'session') return {};
  return { stateFile: { session: withRunFields(found.session, task), phase: found.phase }, phase: phaseOf(task) };
}

/** After a crash the file may show a state from a few moves ago. */
const isWrittenByRun = (text: string, entries: readonly Entry[]): boolean =>
  entries.some((entry, n) => {
    if (!('state' in entry)) return false;
    const document = taskState(entries.slice(0, n + 1));
    return document !== undefined && `${JSON.stringify(document, null, 2)}\n` === text;
  });

/** These fields are not in the state file, so they come from the run. */
const withRunFields = (found: Session, { base, foreign, manifest, allowed, proof }: Session): Session => ({
  ...found,
  base,
  foreign,
  manifest,
  allowed,
  ...(proof ? { proof } : {}),
});
