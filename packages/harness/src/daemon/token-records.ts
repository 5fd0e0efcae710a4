/** `<stateDir>/task-runs/<plan>/<run>/tokens-used.json`: one JSON record a line for everything that an agent used (D-51, DO-07). */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { Entry } from '@harness/core/journal';
import type { Queue } from '@harness/core/workflows/plans/queue-state';
import { makeFolder, onDisk } from '@harness/engine/store/folder';

export interface TokenRecords {
  /** What was in a journal before we came: its calls may end while we are here. */
  know(run: string, entry: Entry): void;
  see(run: string, entry: Entry, queue: Queue | null): void;
}

export function tokenRecordsIn(root: string): TokenRecords {
  const roles = new Map<string, string>();
  const know = (run: string, entry: Entry) => {
    if (entry.type === 'asked' && entry.effect.kind === 'agent')
      roles.set(`${run}/${entry.key}`, (entry.effect.input as AgentInput).role);
    if (entry.type === 'answered') roles.delete(`${run}/${entry.key}`);
  };
  return {
    know,
    see(run, entry, queue) {
      const role = 'key' in entry ? roles.get(`${run}/${entry.key}`) : undefined;
      know(run, entry);
      if ((entry.type !== 'answered' && entry.type !== 'failed') || entry.spent === undefined || queue === null) return;
      const work = [...queue.working, ...queue.aside].find(({ child }) => run.startsWith(`${child}.`));
      if (work === undefined || role === undefined) return;
      const folder = join(root, queue.settings.stateDir, 'task-runs', work.plan, work.stamp);
      makeFolder(folder);
      const { usage, costUsd } = entry.spent;
      const record = { at: new Date(entry.atMs).toISOString(), role, run, key: entry.key, ...usage, costUsd };
      const path = join(folder, 'tokens-used.json');
      onDisk(path, () => appendFileSync(path, `${JSON.stringify(record)}\n`, { mode: 0o600 }));
    },
  };
}
