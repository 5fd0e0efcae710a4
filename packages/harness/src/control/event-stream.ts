/** Sends the events of a run to one HTTP client, from its cursor on, as fast as the client reads. */
import type { ServerResponse } from 'node:http';
import { type Cursor, cursorText, readCursor } from '@harness/core/control/cursor';
import type { FollowedRun } from './followed-run.ts';
import type { Frame } from './journal-frames.ts';
import { toRefusalResponse } from './refusal-response.ts';

/** Written to the socket at a time. */
const chunkCharacters = 64 * 1024;

export interface EventStream {
  pump(): void;
  beat(stalledMs: number): void;
  close(): void;
}

/** `undefined` if the run has no more events: status 204 stops a browser from reconnecting. */
export function openEventStream(
  followed: FollowedRun,
  lastEventId: string | undefined,
  response: ServerResponse,
): EventStream | undefined {
  const { run, frames } = followed;
  const seen = new Map(startCursor(followed, lastEventId));
  const isNew = ({ member, seq }: Frame) => seq > (seen.get(member) ?? 0);
  if (response.destroyed) return undefined;
  if (followed.over && !frames.some(isNew)) return void response.writeHead(204).end();
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  response.flushHeaders();

  let at = 0;
  let blockedAtMs: number | undefined;
  const unsubscribe = followed.onMore(pump);
  response.on('drain', () => {
    if (response.writableEnded) return;
    blockedAtMs = undefined;
    pump();
  });

  function pump() {
    while (blockedAtMs === undefined && at < frames.length) write(chunk());
    if (blockedAtMs !== undefined || !followed.over || response.writableEnded) return;
    response.end(lastEvent(followed.over));
    blockedAtMs = performance.now(); // the client must take the last event too, or beat() closes the connection
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
      unsubscribe();
      if (blockedAtMs !== undefined)
        response.destroy(); // a client that does not read would not read the end either
      else if (!response.writableEnded) response.end();
    },
  };
}

/** The client's cursor, or an empty one if it points beyond the journals: then it belongs to another journal. */
function startCursor({ run, frames }: FollowedRun, lastEventId: string | undefined): Cursor {
  const cursor = lastEventId === undefined ? undefined : readCursor(run, lastEventId);
  if (!cursor) return new Map();
  const lastSeqs = new Map<string, number>();
  for (const { member, seq } of frames) lastSeqs.set(member, seq);
  return [...cursor].every(([member, seq]) => seq <= (lastSeqs.get(member) ?? 0)) ? cursor : new Map();
}

const lastEvent = ({ because }: NonNullable<FollowedRun['over']>) =>
  because === undefined
    ? 'event: end\ndata: {"version":1}\n\n'
    : `event: refused\ndata: ${JSON.stringify(toRefusalResponse(because).body)}\n\n`;
