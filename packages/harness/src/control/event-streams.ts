/**
 * Everybody who follows runs over HTTP.
 *
 *   R1. Nobody gets an entry twice or misses one, also across a lost connection: each event says how far its reader is.
 *   R2. A reader who does not read holds back nothing but itself: it is a place in a list, and is dropped after a while.
 *   R3. A run is read once for all its readers, and not at all when the last has left.
 */
import type { ServerResponse } from 'node:http';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { type EventStream, openEventStream } from './event-stream.ts';
import { type FollowedRun, followRun } from './followed-run.ts';

/** A line that proxies and readers see, and nobody counts. */
const heartbeatMs = 15_000;

export interface EventStreams {
  /** Answers with the events of a run until it has ended or the reader leaves. */
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
        ); // what never began need not end
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
