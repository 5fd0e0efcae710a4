/** Writes the current activity of agents to a file beside the journal, for other processes that watch. No run reads it. */
import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveEvent } from '@harness/core/journal/live';

/** Rotated at this size; the journal keeps everything important. */
const maxBytes = 1024 * 1024;

export const livePath = (folder: string): string => join(folder, 'live.jsonl');

export function appendLiveEvent(folder: string, call: string, event: LiveEvent, nowMs: number): void {
  const path = livePath(folder);
  if (existsSync(path) && statSync(path).size > maxBytes) renameSync(path, `${path}.old`);
  appendFileSync(path, `${JSON.stringify({ atMs: nowMs, call, event })}\n`, { mode: 0o600 });
}
