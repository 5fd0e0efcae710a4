/** Writes `<stateDir>/logs/<plan>-<run>.log`, a readable log per run of a plan (D-51). */
import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Entry, emptyFold, type FoldedJournal, foldJournal } from '@harness/core/journal/journal';
import type { Messages } from '@harness/core/messages/messages';
import { toLogLines } from '@harness/core/views/log-lines';
import { logPathOf } from '@harness/core/workflows/queue/document';
import type { QueueState } from '@harness/core/workflows/queue/state';
import { createFolder, refuseUnwritableSync } from '@harness/engine/store/durable-file';
import { plainLine } from '../../render/plain.ts';

export interface PlanLogs {
  /** Loads entries that are already in the log file. */
  know(run: string, entries: readonly Entry[]): void;
  /** Loads the entries of an ended run that is opened again. */
  knowAgain(run: string, entries: readonly Entry[]): void;
  see(run: string, entry: Entry, queue: QueueState | null): void;
}

/** Entries are already redacted, as in the journal. */
export function createPlanLogs(root: string, messages: Messages): PlanLogs {
  const logs = new Map<string, FoldedJournal>();
  const toLines = (run: string, entry: Entry) => {
    const log = logs.get(run) ?? emptyFold();
    logs.set(run, log);
    const lines = toLogLines(log, entry);
    if (entry.type === 'ended') logs.delete(run); // free its memory: a queue may have thousands of runs
    return lines;
  };
  return {
    know(run, entries) {
      for (const entry of entries) toLines(run, entry);
    },
    knowAgain(run, entries) {
      logs.set(run, foldJournal(entries));
    },
    see(run, entry, queue) {
      const lines = toLines(run, entry);
      const work = [...(queue?.working ?? []), ...(queue?.aside ?? [])].find(
        ({ child }) => run === child || run.startsWith(`${child}.`),
      );
      if (queue === null || work === undefined || lines.length === 0) return;
      const path = join(root, logPathOf(queue.settings.stateDir, work));
      createFolder(dirname(path));
      const text = lines.map((line) => `${plainLine(line, messages)}\n`).join('');
      refuseUnwritableSync(path, () => appendFileSync(path, text, { mode: 0o600 }));
    },
  };
}
