/** A store in memory for tests. It can lose power within any append: then it keeps a prefix of the batch. */

import { Refusal } from '@harness/core/failure/refusal';
import type { Entry } from '@harness/core/journal/journal';
import type { Inbox, InboxMessage, Message } from '../inbox.ts';
import { isChildOf, rootOf, type Store } from '../store/store.ts';

export interface MemoryStore extends Store {
  readonly files: Map<string, Entry[]>;
  readonly inboxes: Map<string, MemoryInbox>;
  appends(): number;
}

export interface Disk {
  readonly files?: Map<string, Entry[]>;
  readonly inboxes?: Map<string, MemoryInbox>;
  /** Number of written entries after which the power fails; default: never. */
  readonly dieAt?: number;
}

class PowerCut extends Error {
  override readonly name = 'PowerCut';
}

export function memoryStore({ files = new Map(), inboxes = new Map(), dieAt = Infinity }: Disk = {}): MemoryStore {
  const owners = new Map<string, symbol>();
  let written = 0;
  let appends = 0;
  return {
    files,
    inboxes,
    appends: () => appends,
    runs: async () => [...files].filter(([, entries]) => entries.length > 0).map(([run]) => run),
    members: async (root) =>
      [...files.keys()].filter((run) => (run === root || isChildOf(run, root)) && files.get(run)?.length !== 0).sort(),
    read: async (run) => structuredClone(files.get(run) ?? []),
    isOwned: async (run) => owners.has(rootOf(run)),
    inbox(run) {
      const inbox = inboxes.get(run) ?? memoryInbox();
      inboxes.set(run, inbox);
      return inbox;
    },
    async own(run, { takeOver }) {
      const root = rootOf(run);
      if (owners.has(root) && !takeOver) throw new Refusal('run.owned', { run: root, pid: process.pid });
      const mine = Symbol(root);
      owners.set(root, mine);
      return {
        open: async (member) => {
          const entries = structuredClone(files.get(member) ?? []);
          let length = entries.length;
          return {
            entries,
            repaired: undefined,
            summarise: () => {},
            append: async (added) => {
              const file = files.get(member) ?? [];
              if (owners.get(root) !== mine || file.length !== length)
                throw new Refusal('run.deposed', { path: member });
              appends++;
              files.set(member, file);
              for (const entry of added) {
                if (written++ >= dieAt) throw new PowerCut('power cut');
                file.push(structuredClone(entry));
                length++;
              }
            },
          };
        },
        release: async () => {
          if (owners.get(root) === mine) owners.delete(root);
        },
      };
    },
  };
}

export type MemoryInbox = Inbox;

function memoryInbox(): MemoryInbox {
  const messages = new Map<string, Message>();
  let wake: (() => void)[] = [];
  return {
    async put(id, message) {
      const earlier = messages.get(id);
      if (earlier) return earlier;
      messages.set(id, message);
      for (const one of wake.splice(0)) one();
      return undefined;
    },
    reject: async (id) => void messages.delete(id),
    read: async () => [...messages].map(([id, message]): InboxMessage => ({ id, message })),
    changed: (seen, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || messages.size !== seen) return resolve();
        wake = [...wake, resolve];
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
}
