/** Reads the journals of a run and its children while they grow; each read returns only the new entries. */
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { eventOf } from '@harness/core/views/timeline';
import { iso } from '@harness/core/views/times';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { type JournalTail, openJournalTail } from '@harness/engine/store/journal-tail';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { isChildOf, rootOf } from '@harness/engine/store/store';
import { yieldTurn } from '@harness/engine/turn';

/** One entry as JSON. */
export interface Frame {
  readonly member: string;
  readonly seq: number;
  readonly data: string;
}

interface NewEntry {
  readonly entry: Entry;
  readonly member: string;
  readonly seq: number;
  /** Time of the entry, never earlier than that of its predecessor, also if the clock was set back. */
  readonly atMs: number;
}

/** Calls `changed` when there may be more; never if the files cannot be watched. */
export function readJournalFrames(store: JsonlStore, run: string, changed: () => void) {
  const members = new Map<
    string,
    { readonly tail: JournalTail; seq: number; readonly watcher: FSWatcher | undefined }
  >();
  const parentWatcher = tryWatch(dirname(store.folder(run)), changed); // new children appear here

  function addMember(member: string) {
    const folder = store.folder(member);
    const tail = openJournalTail(store.journalPaths(member));
    const one = { tail, seq: 0, watcher: tryWatch(folder, changed) };
    members.set(member, one);
    return one;
  }

  async function readNew(): Promise<readonly NewEntry[]> {
    const found: NewEntry[] = [];
    for (const member of await store.members(rootOf(run))) {
      if (member !== run && !isChildOf(member, run)) continue;
      const known = members.get(member) ?? addMember(member);
      let atMs = 0;
      for (const entry of await known.tail.read()) {
        atMs = Math.max(atMs, entry.atMs);
        found.push({ entry, member, seq: ++known.seq, atMs });
      }
    }
    return found;
  }

  return {
    /** New frames, sorted by time; the order within a journal is kept. */
    async read() {
      const first = await readNew();
      const hasEnded = first.some(({ entry, member }) => member === run && entry.type === 'ended');
      // A child may have started and ended after the list was read, and no later read follows.
      const all = hasEnded ? [...first, ...(await readNew())] : [...first];
      return { frames: await framesOf(all.sort((a, b) => a.atMs - b.atMs)), hasEnded };
    },
    close() {
      parentWatcher?.close();
      for (const { watcher } of members.values()) watcher?.close();
    },
  };
}

/** The identifying fields come last: a note may have parameters with the same names, and so may a machine. */
async function framesOf(added: readonly NewEntry[]): Promise<readonly Frame[]> {
  const clean = keyRedactor();
  const frames: Frame[] = [];
  for (const { entry, member, seq } of added) {
    const identity = { version: 1, run: member, seq, at: iso(entry.atMs) };
    frames.push({ member, seq, data: JSON.stringify(clean.deep({ ...eventOf(entry, seq), ...identity })) });
    await yieldTurn(); // a long journal takes time; let the daemon drive its runs in between
  }
  return frames;
}

/** `undefined` if the folder cannot be watched (some network folders, too many watchers): the timer is enough then. */
function tryWatch(folder: string, changed: () => void): FSWatcher | undefined {
  if (!existsSync(folder)) return undefined;
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    return watcher.on('error', () => watcher.close());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
