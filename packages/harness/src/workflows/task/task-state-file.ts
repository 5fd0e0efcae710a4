/** Keeps `.harness/state.json` as the journal has it: rewritten by rename after each move, before anything else happens. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { taskState } from '@harness/core/workflows/task/state-file';
import { createFolder, refuseUnwritableSync } from '@harness/engine/store/durable-file';
import type { ViewFile } from '../../run/view-file.ts';

export function createTaskStateFile(root: string): ViewFile {
  const journals = new Map<string, Entry[]>();
  const write = (entries: readonly Entry[]) => {
    const document = taskState(entries);
    if (document) replace(root, `${JSON.stringify(document, null, 2)}\n`);
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
      if (entry.type === 'started' || entry.type === 'moved' || entry.type === 'upgraded') write(entries);
    },
  };
}

const isTask = (entry: Entry | undefined) => entry?.type === 'started' && entry.machine === 'task';

/** Not synced: it can be made again from the journal at any time. */
function replace(root: string, text: string): void {
  const folder = join(root, '.harness');
  const path = join(folder, 'state.json');
  createFolder(folder);
  refuseUnwritableSync(path, () => {
    const draft = `${path}.${process.pid}.draft`;
    writeFileSync(draft, text);
    renameSync(draft, path);
  });
}
