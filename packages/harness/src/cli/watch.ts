/** `harness watch [run]`: follows a run that another process drives until it ends. Read-only. */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { tokensOf } from '@harness/core/budget/usage';
import { Refusal } from '@harness/core/failure/refusal';
import { exitCodes } from '@harness/core/journal/end';
import { type Entry, emptyFold, type FoldedJournal } from '@harness/core/journal/journal';
import type { LiveEvent } from '@harness/core/journal/live';
import { messagesFor } from '@harness/core/messages/index';
import { toLogLines } from '@harness/core/views/log-lines';
import { timeline } from '@harness/core/views/timeline';
import { iso } from '@harness/core/views/times';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { plainLine } from '../render/plain.ts';
import { printable } from '../render/printable.ts';
import type { Output } from '../render/screen.ts';
import { livePath } from '../run/live-file.ts';
import { listenForShutdown, type ShutdownListener } from '../run/shutdown.ts';
import { openRepository } from '../runs/folder.ts';
import { findRun, listRunRows } from '../runs/read-runs.ts';
import type { Invocation } from './command.ts';

const pollMs = 200;

export async function run({ args: [name], options, output }: Invocation): Promise<number> {
  const { store } = openRepository(options);
  const run = name === undefined ? await newest(store) : await findRun(store, name);
  const shutdown = listenForShutdown(() => {});
  const printed: Printed = { entries: 0, live: 0, log: emptyFold() };
  for (;;) {
    const entries = await store.read(run);
    printEntries(entries, printed, output);
    printLive(store.folder(run), printed, output);
    if (printed.log.ended || !(await store.isOwned(run)) || shutdown.signal.aborted) return close(shutdown);
    await delay(pollMs);
  }
}

function close(shutdown: ShutdownListener): number {
  shutdown.close();
  return shutdown.signal.aborted ? exitCodes.interrupted : exitCodes.ok;
}

async function newest(store: JsonlStore): Promise<string> {
  const [row] = await listRunRows(store, { children: false });
  if (!row) throw new Refusal('run.none');
  return row.id;
}

/** Number of entries and live events printed so far. */
interface Printed {
  entries: number;
  live: number;
  readonly log: FoldedJournal;
}

function printEntries(entries: readonly Entry[], printed: Printed, { json, say, language }: Output): void {
  const messages = messagesFor(language);
  const events = json ? timeline({ run: '', entries }) : [];
  for (const [n, entry] of entries.entries()) {
    if (n < printed.entries) continue;
    const lines = toLogLines(printed.log, entry);
    if (json) say(`${JSON.stringify({ version: 1, ...events[n] })}\n`);
    else for (const line of lines) say(`${plainLine(line, messages)}\n`);
  }
  printed.entries = entries.length;
}

function printLive(folder: string, printed: Printed, { json, say }: Output): void {
  const path = livePath(folder);
  if (!existsSync(path)) return;
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1); // the last line may be incomplete
  if (lines.length < printed.live) printed.live = 0; // the file was rotated
  for (const [n, line] of lines.entries()) {
    if (n < printed.live) continue;
    const { atMs, call, event } = JSON.parse(line) as { atMs: number; call: string; event: LiveEvent };
    if (json) say(`${JSON.stringify({ version: 1, seq: n + 1, at: iso(atMs), call, ...event })}\n`);
    else say(`${iso(atMs).slice(11, 19)}   ${printable(wordsOf(event))}\n`);
  }
  printed.live = lines.length;
}

function wordsOf(event: LiveEvent): string {
  switch (event.type) {
    case 'text':
      return event.text.slice(0, 300);
    case 'tool':
      return `${event.tool} ${event.detail}`;
    case 'tool-result':
      return `${event.tool}: ${event.ok ? 'done' : 'failed'}`;
    case 'denied':
      return `${event.tool} denied: ${event.path}`;
    case 'retry':
      return `next try in ${event.afterMs} ms: ${event.detail}`;
    case 'usage':
      return `used ${tokensOf(event.usage)} tokens`;
  }
}
