/** What agents are doing right now, in a file beside the journal: for whoever watches from another process. Never read by a run. */
import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveEvent } from '@harness/core/journal/live';

/** Older events are of no use to anybody: the journal has what matters. */
const longestBytes = 1024 * 1024;

export const livePath = (folder: string): string => join(folder, 'live.jsonl');

export function keepLive(folder: string, call: string, event: LiveEvent, nowMs: number): void {
  const path = livePath(folder);
  if (existsSync(path) && statSync(path).size > longestBytes) renameSync(path, `${path}.old`);
  appendFileSync(path, `${JSON.stringify({ atMs: nowMs, call, event })}\n`, { mode: 0o600 });
}
