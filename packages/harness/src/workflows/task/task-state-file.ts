/** Writes the state of a task to `.harness/state.json`, from the journal after each move. */
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { taskState } from '@harness/core/workflows/task/state-file';
import { replaceView, type ViewFile } from '../../run/view-file.ts';

export function createTaskStateFile(root: string): ViewFile {
  const journals = new Map<string, Entry[]>();
  const write = (entries: readonly Entry[]) => {
    const document = taskState(entries);
    if (document) replaceView(join(root, '.harness/state.json'), `${JSON.stringify(document, null, 2)}\n`);
  };
  return {
    know(run, entries) {
      if (isTask(entries[0])) journals.set(run, [...entries]);
    },
    see(run, entry) {
      if (isTask(entry)) journals.set(run, []);
      const entries = journals.get(run);
      if (!entries) return;
      entries.push(entry);
      if ('state' in entry) write(entries);
    },
  };
}

const isTask = (entry: Entry | undefined) => entry?.type === 'started' && entry.machine === 'task';
