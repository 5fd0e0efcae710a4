/** The journal of a run and those of its children, as they grow: each look reads only what was added since the last. */
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Entry } from '@harness/core/journal/journal';
import { eventOf } from '@harness/core/views/timeline';
import { iso } from '@harness/core/views/times';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { type JournalTail, openJournalTail } from '@harness/engine/store/journal-tail';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { isChildOf, rootOf } from '@harness/engine/store/store';

/** So many entries are worded before others have their turn. */
const pieceLength = 500;

/** One entry, worded for whoever follows. */
export interface Frame {
  readonly member: string;
  readonly seq: number;
  readonly data: string;
}

export interface JournalFrames {
  /** What is new, in the order of time as far as the order of each journal lets it. */
  read(): Promise<{ readonly frames: readonly Frame[]; readonly hasEnded: boolean }>;
  close(): void;
}

interface Added {
  readonly entry: Entry;
  readonly member: string;
  readonly seq: number;
  /** Never earlier than what stands before it in its journal, also when the clock was set back. */
  readonly atMs: number;
}

/** `changed` is called when there may be more; where files cannot be watched it never is. */
export function readJournalFrames(store: JsonlStore, run: string, changed: () => void): JournalFrames {
  const members = new Map<
    string,
    { readonly tail: JournalTail; seq: number; readonly watcher: FSWatcher | undefined }
  >();
  const above = watched(dirname(store.folder(run)), changed); // where children begin

  function meet(member: string) {
    const folder = store.folder(member);
    const putAway = join(dirname(dirname(folder)), 'archive', member);
    const tail = openJournalTail([folder, putAway].map((one) => join(one, 'journal.jsonl')));
    const one = { tail, seq: 0, watcher: watched(folder, changed) };
    members.set(member, one);
    return one;
  }

  async function added(): Promise<readonly Added[]> {
    const found: Added[] = [];
    for (const member of await store.members(rootOf(run))) {
      if (member !== run && !isChildOf(member, run)) continue;
      const known = members.get(member) ?? meet(member);
      let atMs = 0;
      for (const entry of known.tail.read()) {
        atMs = Math.max(atMs, entry.atMs);
        found.push({ entry, member, seq: ++known.seq, atMs });
      }
    }
    return found;
  }

  return {
    async read() {
      const first = await added();
      const hasEnded = first.some(({ entry, member }) => member === run && entry.type === 'ended');
      // A child may have begun and ended between the list and the end of its parent, and nobody will look again.
      const all = hasEnded ? [...first, ...(await added())] : [...first];
      return { frames: await framesOf(all.sort((a, b) => a.atMs - b.atMs)), hasEnded };
    },
    close() {
      above?.close();
      for (const { watcher } of members.values()) watcher?.close();
    },
  };
}

/** What says which entry it is stands last: a note may have parameters of any name, and a machine has a version of its own. */
async function framesOf(added: readonly Added[]): Promise<readonly Frame[]> {
  const clean = keyRedactor();
  const frames: Frame[] = [];
  for (const { entry, member, seq } of added) {
    const own = { version: 1, run: member, seq, at: iso(entry.atMs) };
    frames.push({ member, seq, data: JSON.stringify(clean.deep({ ...eventOf(entry, seq), ...own })) });
    // A long journal takes a while, and a daemon that drives runs has more to do than to tell of one.
    if (frames.length % pieceLength === 0) await setImmediate();
  }
  return frames;
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
