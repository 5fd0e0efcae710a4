/**
 * Everybody who follows runs over HTTP.
 *
 *   R1. Nobody gets an entry twice or misses one, also across a lost connection: each event says how far its reader is.
 *   R2. A reader who does not read holds back nothing but itself: it is a place in a list, and is dropped after a while.
 *   R3. A run is read once for all its readers, and not at all when the last has left.
 */
import type { ServerResponse } from 'node:http';
import { type Cursor, cursorText, readCursor } from '@harness/core/control/cursor';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { type Following, follow } from './following.ts';
import { refusedAs } from './refused.ts';

/** A line that proxies and readers see, and nobody counts. */
const heartbeatMs = 15_000;
/** So much is handed to the system at a time. */
const chunkCharacters = 64 * 1024;

export interface Streams {
  /** Answers with the events of a run until it has ended or the reader leaves. */
  send(run: string, lastEventId: string | undefined, response: ServerResponse): Promise<void>;
  close(): void;
}

export function streamsOf(store: JsonlStore, { stalledMs = 60_000 } = {}): Streams {
  const followed = new Map<string, { readonly following: Promise<Following>; readers: number }>();
  const readers = new Set<Reader>();
  const timer = setInterval(
    () => {
      for (const reader of readers) reader.beat(stalledMs);
    },
    Math.min(heartbeatMs, stalledMs),
  ).unref();

  return {
    async send(run, lastEventId, response) {
      const shared = followed.get(run) ?? { following: follow(store, run), readers: 0 };
      followed.set(run, shared);
      shared.readers++;
      const leave = () => {
        if (--shared.readers > 0) return;
        followed.delete(run);
        void shared.following.then(
          (one) => one.close(),
          () => undefined,
        ); // what never began need not end
      };
      try {
        const reader = readerOf(await shared.following, lastEventId, response);
        if (!reader) return leave();
        readers.add(reader);
        response.on('close', () => {
          readers.delete(reader);
          reader.close();
          leave();
        });
        reader.pump();
      } catch (error) {
        leave();
        throw error;
      }
    },
    close() {
      clearInterval(timer);
      for (const reader of readers) reader.close();
    },
  };
}

interface Reader {
  pump(): void;
  beat(stalledMs: number): void;
  close(): void;
}

/** Nothing when there is nothing more to tell: then a browser is told not to come again. */
function readerOf(following: Following, lastEventId: string | undefined, response: ServerResponse): Reader | undefined {
  const { run, frames } = following;
  const seen = new Map(knownPlace(following, lastEventId));
  const isNew = ({ member, seq }: Following['frames'][number]) => seq > (seen.get(member) ?? 0);
  if (response.destroyed) return undefined;
  if (following.over && !frames.some(isNew)) return void response.writeHead(204).end();
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  response.flushHeaders();

  let at = 0;
  let blockedAtMs: number | undefined;
  const forget = following.onMore(pump);
  response.on('drain', () => {
    blockedAtMs = undefined;
    pump();
  });

  function pump() {
    while (blockedAtMs === undefined && at < frames.length) write(chunk());
    if (blockedAtMs !== undefined || !following.over || response.writableEnded) return;
    response.end(lastWord(following.over));
  }

  function chunk(): string {
    let text = '';
    for (; at < frames.length && text.length < chunkCharacters; at++) {
      const frame = frames[at] as Following['frames'][number];
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
      if (!response.writableEnded) response.end();
    },
  };
}

/** Where the reader says that it is, if it can be there: a place beyond the end is of another journal. */
function knownPlace({ run, frames }: Following, lastEventId: string | undefined): Cursor {
  const said = lastEventId === undefined ? undefined : readCursor(run, lastEventId);
  if (!said) return new Map();
  const there = new Map<string, number>();
  for (const { member, seq } of frames) there.set(member, seq);
  return [...said].every(([member, seq]) => seq <= (there.get(member) ?? 0)) ? said : new Map();
}

const lastWord = ({ because }: NonNullable<Following['over']>) =>
  because === undefined
    ? 'event: end\ndata: {"version":1}\n\n'
    : `event: refused\ndata: ${JSON.stringify(refusedAs(because).body)}\n\n`;
