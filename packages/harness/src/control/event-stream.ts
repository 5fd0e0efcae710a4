/** One who follows a run over HTTP: a place in the list of its frames, and a line that takes the next piece when it has room. */
import type { ServerResponse } from 'node:http';
import { type Cursor, cursorText, readCursor } from '@harness/core/control/cursor';
import type { FollowedRun } from './followed-run.ts';
import type { Frame } from './journal-frames.ts';
import { toRefusalResponse } from './refusal-response.ts';

/** So much is handed to the system at a time. */
const chunkCharacters = 64 * 1024;

export interface EventStream {
  pump(): void;
  beat(stalledMs: number): void;
  close(): void;
}

/** Nothing when there is nothing more to tell: then a browser is told not to come again. */
export function openEventStream(
  following: FollowedRun,
  lastEventId: string | undefined,
  response: ServerResponse,
): EventStream | undefined {
  const { run, frames } = following;
  const seen = new Map(knownPlace(following, lastEventId));
  const isNew = ({ member, seq }: Frame) => seq > (seen.get(member) ?? 0);
  if (response.destroyed) return undefined;
  if (following.over && !frames.some(isNew)) return void response.writeHead(204).end();
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  response.flushHeaders();

  let at = 0;
  let blockedAtMs: number | undefined;
  const forget = following.onMore(pump);
  response.on('drain', () => {
    if (response.writableEnded) return;
    blockedAtMs = undefined;
    pump();
  });

  function pump() {
    while (blockedAtMs === undefined && at < frames.length) write(chunk());
    if (blockedAtMs !== undefined || !following.over || response.writableEnded) return;
    response.end(lastWord(following.over));
    blockedAtMs = performance.now(); // nothing is said after the last word, and whoever does not take it is dropped too
  }

  function chunk(): string {
    let text = '';
    for (; at < frames.length && text.length < chunkCharacters; at++) {
      const frame = frames[at] as Frame;
      if (!isNew(frame)) continue;
      seen.set(frame.member, frame.seq);
      text += `id: ${cursorText(run, seen)}\ndata: ${frame.data}\n\n`;
    }
    return text;
  }

  function write(text: string) {
    if (text !== '' && !response.write(text)) blockedAtMs = performance.now();
  }

  return {
    pump,
    beat(stalledMs) {
      if (blockedAtMs === undefined) write(': still here\n\n');
      else if (performance.now() - blockedAtMs >= stalledMs) response.destroy();
    },
    close() {
      forget();
      if (blockedAtMs !== undefined)
        response.destroy(); // who does not read would not read the end either
      else if (!response.writableEnded) response.end();
    },
  };
}

/** Where the reader says that it is, if it can be there: a place beyond the end is of another journal. */
function knownPlace({ run, frames }: FollowedRun, lastEventId: string | undefined): Cursor {
  const said = lastEventId === undefined ? undefined : readCursor(run, lastEventId);
  if (!said) return new Map();
  const there = new Map<string, number>();
  for (const { member, seq } of frames) there.set(member, seq);
  return [...said].every(([member, seq]) => seq <= (there.get(member) ?? 0)) ? said : new Map();
}

const lastWord = ({ because }: NonNullable<FollowedRun['over']>) =>
  because === undefined
    ? 'event: end\ndata: {"version":1}\n\n'
    : `event: refused\ndata: ${JSON.stringify(toRefusalResponse(because).body)}\n\n`;
