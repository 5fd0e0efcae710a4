/** Default store: one folder per run, with its journal as an append-only text file. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { type ChildProcess, type Entry, foldJournal } from '@harness/core/journal/journal';
import type { Inbox } from '../inbox.ts';
import { createFolder, readJson, replaceDurableFile } from './durable-file.ts';
import { fileInbox } from './file-inbox.ts';
import { hasStarted, readContent, readFirstEntry } from './journal-file.ts';
import { parseLongJournal } from './journal-lines.ts';
import { isLocked, tryLock } from './lock.ts';
import { createRunFolders } from './run-folders.ts';
import type { Lock } from './socket-lock.ts';
import { isChildOf, type Owner, rootOf, type Store } from './store.ts';
import { listSummaries } from './summaries.ts';
import type { RunSummary } from './summary.ts';
import { type FileWriter, openWriter } from './writer.ts';

/** Identifies processes by pid and start time: a pid alone may be reused. */
export interface Processes {
  self(): ChildProcess | Promise<ChildProcess>;
  isAlive(process: ChildProcess): boolean | Promise<boolean>;
  /** Ends the process, and returns when it is gone. */
  end(process: ChildProcess): Promise<void>;
}

export interface JsonlStore extends Store {
  folder(run: string): string;
  /** Both possible paths of its journal, in search order: it may be archived at any time. */
  journalPaths(run: string): readonly string[];
  /** Reads only the first entry, which never changes; `undefined` if it is missing or unreadable. */
  firstEntry(run: string): Entry | undefined;
  /** Last owner, alive or not; `undefined` if unknown. */
  ownerOf(run: string): ChildProcess | undefined;
  /** One summary per started run, archived or not. Reads only journals that have changed. */
  summaries(): Promise<readonly RunSummary[]>;
  archived(): readonly string[];
  isArchived(run: string): boolean;
  /** Archives an ended run and its children, journals unchanged. Refuses with `run.owned` if it has an owner. */
  archive(run: string): Promise<void>;
}

/** `runsFolder` is the absolute path of `.harness/runs`. */
export function jsonlStore(runsFolder: string, processes: Processes): JsonlStore {
  const places = createRunFolders(runsFolder);
  const { folder, journal: journalOf } = places;
  const ownerFileOf = (root: string) => join(folder(root), 'owner.json');
  const lockOf = (run: string) => join(dirname(runsFolder), 'locks', 'runs', rootOf(run));
  const inboxes = new Map<string, Inbox>();
  const started = (names = places.living()) => names.filter((run) => hasStarted(journalOf(run)));
  const belongs = (root: string) => (run: string) => run === root || isChildOf(run, root);

  const store: JsonlStore = {
    folder,
    journalPaths: places.journalOf,
    firstEntry: (run) => readFirstEntry(journalOf(run)),
    ownerOf: (run) => readOwner(ownerFileOf(rootOf(run))),
    runs: async () => started(),
    members: async (root) =>
      started([...new Set([...places.living(), ...places.archived()])].filter(belongs(root))).sort(),
    archived: () => started(places.archived()),
    isArchived: places.isArchived,
    summaries: () => listSummaries(places, store.read),
    async archive(run) {
      const root = rootOf(run);
      // Take only the lock, not ownership: an archived run keeps the name of its last owner.
      const lock = await tryLock(lockOf(root));
      if (!lock) throw new Refusal('run.owned', { run: root, pid: readOwner(ownerFileOf(root))?.pid ?? 0 });
      try {
        if (!foldJournal(await store.read(root)).ended) throw new Error(`${root} has not ended`);
        const members = places.living().filter(belongs(root)).sort();
        for (const member of members.reverse()) places.archive(member); // the run itself last: while it exists, its children are found
      } finally {
        inboxes.clear();
        await lock.release();
      }
    },
    async read(run) {
      for (const path of places.journalOf(run)) {
        const content = readContent(path);
        if (content) return (await parseLongJournal(content, path)).entries;
      }
      return [];
    },
    isOwned: (run) => isLocked(lockOf(run)),
    inbox(run) {
      const known = inboxes.get(run) ?? fileInbox(join(folder(run), 'inbox'));
      inboxes.set(run, known);
      return known;
    },
    async own(run, { takeOver }) {
      const root = rootOf(run);
      const lock = (await tryLock(lockOf(root))) ?? (await contend(root, takeOver));
      createFolder(folder(root));
      if (takeOver) for (const other of started().filter(belongs(root))) fence(journalOf(other));
      replaceDurableFile(ownerFileOf(root), `${JSON.stringify(await processes.self())}\n`, { durable: false }); // after a power cut no owner lives
      return owner(lock, journalOf);
    },
  };
  return store;

  /** Another process owns the run: refuse and name it, or end it and wait until the kernel frees the lock. */
  async function contend(root: string, takeOver: boolean): Promise<Lock> {
    const living = readOwner(ownerFileOf(root));
    if (!takeOver) throw new Refusal('run.owned', { run: root, pid: living?.pid ?? 0 });
    if (living && (await processes.isAlive(living))) await processes.end(living);
    for (let tries = 0; tries < 50; tries++) {
      const lock = await tryLock(lockOf(root));
      if (lock) return lock;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Refusal('run.owned', { run: root, pid: living?.pid ?? 0 });
  }
}

/** Copies the journal to a new file: a deposed owner still writes to the old one. */
function fence(path: string): void {
  replaceDurableFile(path, readFileSync(path), { durable: true });
}

function readOwner(path: string): ChildProcess | undefined {
  if (!existsSync(path)) return undefined;
  const owner = readJson(readFileSync(path, 'utf8')) as Partial<ChildProcess> | undefined;
  const { pid, startedAt } = owner ?? {};
  return typeof pid === 'number' && typeof startedAt === 'string' ? { pid, startedAt } : undefined;
}

function owner(lock: Lock, journalOf: (run: string) => string): Owner {
  const writers = new Map<string, FileWriter>();
  return {
    async open(run) {
      writers.get(run)?.close();
      const writer = openWriter(journalOf(run));
      writers.set(run, writer);
      return writer;
    },
    async release() {
      for (const writer of writers.values()) writer.close();
      writers.clear();
      await lock.release();
    },
  };
}
