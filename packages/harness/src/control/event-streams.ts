/**
 * Sends the events of runs to all HTTP clients that follow them.
 *
 *   R1. A client gets every entry exactly once, also after a lost connection: each event has the client's cursor as its id.
 *   R2. A slow client delays only itself: it is a cursor into a shared list. After `stalledMs` it is disconnected.
 *   R3. A run is read once for all its clients, and no longer when the last client has left.
 */
import type { ServerResponse } from 'node:http';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { type EventStream, openEventStream } from './event-stream.ts';
import { type FollowedRun, followRun } from './followed-run.ts';

/** Interval of comment lines that keep proxies from closing the connection; they carry no event id. */
const heartbeatMs = 15_000;

export interface EventStreams {
  /** Sends the events of a run until it has ended or the client leaves. */
  send(run: string, lastEventId: string | undefined, response: ServerResponse): Promise<void>;
  close(): void;
}

export function createEventStreams(store: JsonlStore, { stalledMs = 60_000 } = {}): EventStreams {
  const followed = new Map<string, { readonly following: Promise<FollowedRun>; readers: number }>();
  const readers = new Set<EventStream>();
  const timer = setInterval(
    () => {
      for (const reader of readers) reader.beat(stalledMs);
    },
    Math.min(heartbeatMs, stalledMs),
  ).unref();

  return {
    async send(run, lastEventId, response) {
      const shared = followed.get(run) ?? { following: followRun(store, run), readers: 0 };
      followed.set(run, shared);
      shared.readers++;
      const leave = () => {
        if (--shared.readers > 0) return;
        followed.delete(run);
        void shared.following.then(
          (one) => one.close(),
          () => undefined,
        ); // reading failed at the start: nothing to close
      };
      try {
        const reader = openEventStream(await shared.following, lastEventId, response);
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
