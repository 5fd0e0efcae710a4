/**
 * One run that somebody follows: its journal and those of its children, read as they grow, once for all who follow it.
 *
 *   F1. Every entry is a frame, once, in the order of its journal; frames are never taken back.
 *   F2. Whoever follows is a place in the list and holds no copy: a thousand cost what one costs.
 *   F3. Files are watched while somebody follows, and looked at now and again where a watcher says nothing.
 */
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry } from '@harness/core/journal';
import { eventOf } from '@harness/core/views/timeline';
import { keyRedactor } from '@harness/effects/secret/redactor';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { isChildOf, rootOf } from '@harness/engine/store/store';
import { type Tail, tailOf } from '@harness/engine/store/tail';

const lookEveryMs = 2_000;
/** Several files change with one move: they are looked at together. */
const gatherMs = 20;

export interface Frame {
  readonly member: string;
  readonly seq: number;
  readonly data: string;
}

export interface Following {
  readonly run: string;
  readonly frames: readonly Frame[];
  /** Nothing more will come: the run has ended, or its journal cannot be read on. */
  readonly over: { readonly because?: unknown } | undefined;
  /** Called whenever there may be more. */
  onMore(wake: () => void): () => void;
  close(): void;
}

export async function follow(store: JsonlStore, run: string): Promise<Following> {
  const frames: Frame[] = [];
  const members = new Map<string, { readonly tail: Tail; seq: number; watcher: FSWatcher | undefined }>();
  const wakes = new Set<() => void>();
  let over: Following['over'];
  let isLooking = false;
  let isStale = false;
  let gathering: NodeJS.Timeout | undefined;
  const above = watched(dirname(store.folder(run)), soon); // before the first look: a child that begins meanwhile is seen
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  try {
    await read();
  } catch (error) {
    close();
    throw error;
  }
  if (over) close();

  return {
    run,
    frames,
    get over() {
      return over;
    },
    onMore(wake) {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
    close,
  };

  function close() {
    clearInterval(timer);
    clearTimeout(gathering);
    above?.close();
    for (const { watcher } of members.values()) watcher?.close();
  }

  function soon() {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      void look();
    }, gatherMs).unref();
  }

  async function look() {
    if (over || isLooking) {
      isStale = isLooking;
      return;
    }
    isLooking = true;
    const before = frames.length;
    try {
      await read();
    } catch (error) {
      over = { because: error };
    }
    isLooking = false;
    if (over) close();
    if (over || frames.length > before) for (const wake of wakes) wake();
    if (isStale) soon();
    isStale = false;
  }

  /** What was added to all journals since the last look, in the order of time as far as their own order lets it. */
  async function read() {
    const found = await store.members(rootOf(run));
    const added: { readonly entry: Entry; readonly member: string; readonly seq: number; readonly atMs: number }[] = [];
    for (const member of found.filter((one) => one === run || isChildOf(one, run))) {
      const known = members.get(member) ?? meet(member);
      let atMs = 0;
      for (const entry of known.tail.read()) {
        atMs = Math.max(atMs, entry.atMs);
        added.push({ entry, member, seq: ++known.seq, atMs });
        if (member === run && entry.type === 'ended') over = {};
      }
    }
    const clean = keyRedactor();
    for (const { entry, member, seq } of added.sort((a, b) => a.atMs - b.atMs))
      frames.push({
        member,
        seq,
        data: JSON.stringify(clean.deep({ version: 1, run: member, ...eventOf(entry, seq) })),
      });
  }

  function meet(member: string) {
    const folder = store.folder(member);
    const moved = join(dirname(dirname(folder)), 'archive', member);
    const tail = tailOf([folder, moved].map((one) => join(one, 'journal.jsonl')));
    const one = { tail, seq: 0, watcher: watched(folder, soon) };
    members.set(member, one);
    return one;
  }
}

/** Nothing where it cannot be watched (some network folders, too many watchers): the look now and again is enough then. */
function watched(folder: string, changed: () => void): FSWatcher | undefined {
  if (!existsSync(folder)) return undefined;
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    return watcher.on('error', () => watcher.close());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
