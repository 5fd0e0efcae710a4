/** `<stateDir>/logs/<plan>-<run>.log`: what happens in the run of a plan, as lines that a person reads (D-51). */
import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Entry, emptyFold, type FoldedJournal } from '@harness/core/journal/journal';
import type { Messages } from '@harness/core/messages/messages';
import { toLogLines } from '@harness/core/views/log-lines';
import { logPathOf } from '@harness/core/workflows/queue/document';
import type { QueueState } from '@harness/core/workflows/queue/state';
import { createFolder, refuseUnwritableSync } from '@harness/engine/store/durable-file';
import { plainLine } from '../../render/plain.ts';

export interface PlanLogs {
  /** What was in a journal before we came: known, not told again. */
  know(run: string, entries: readonly Entry[]): void;
  see(run: string, entry: Entry, queue: QueueState | null): void;
}

/** Entries are redacted before they are seen here, as they are before they are written to a journal. */
export function planLogsIn(root: string, messages: Messages): PlanLogs {
  const logs = new Map<string, FoldedJournal>();
  const told = (run: string, entry: Entry) => {
    const log = logs.get(run) ?? emptyFold();
    logs.set(run, log);
    const lines = toLogLines(log, entry);
    if (entry.type === 'ended') logs.delete(run); // nothing more comes of it, and there may be thousands
    return lines;
  };
  return {
    know(run, entries) {
      for (const entry of entries) told(run, entry);
    },
    see(run, entry, queue) {
      const lines = told(run, entry);
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
