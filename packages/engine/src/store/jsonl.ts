/** The default store: one folder a run, its journal an append-only file that can be read with `cat`. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildProcess } from '@harness/core/journal';
import { Refusal } from '@harness/core/refusal';
import * as z from 'zod';
import type { Inbox } from '../inbox.ts';
import { fileInbox } from './file-inbox.ts';
import { makeFolder, readJson, replaceFile } from './folder.ts';
import { readLines } from './lines.ts';
import { isLocked, type Lock, tryLock } from './lock.ts';
import { isChildOf, type Owner, rootOf, type Store } from './store.ts';
import { type FileWriter, openWriter } from './writer.ts';

/** A process is named by its pid and its start time: a pid alone may belong to a stranger by now. */
export interface Processes {
  self(): ChildProcess;
  isAlive(process: ChildProcess): boolean;
  /** Ends it for certain, and returns when it is gone. */
  end(process: ChildProcess): Promise<void>;
}

export interface JsonlStore extends Store {
  folder(run: string): string;
  /** Who owned it last, living or not. */
  ownerOf(run: string): ChildProcess | undefined;
}

const ownerSchema = z.object({ pid: z.number(), startedAt: z.string() });

/** `folder` is the absolute path of `.harness/runs`. */
export function jsonlStore(runsFolder: string, processes: Processes): JsonlStore {
  const folder = (run: string) => join(runsFolder, run);
  const journalOf = (run: string) => join(folder(run), 'journal.jsonl');
  const ownerFileOf = (root: string) => join(folder(root), 'owner.json');
  const lockName = (run: string) => `${runsFolder}/${rootOf(run)}`;
  const inboxes = new Map<string, Inbox>();
  const begun = () => (existsSync(runsFolder) ? readdirSync(runsFolder).filter((run) => hasBegun(journalOf(run))) : []);
  const belongs = (root: string) => (run: string) => run === root || isChildOf(run, root);

  return {
    folder,
    ownerOf: (run) => readOwner(ownerFileOf(rootOf(run))),
    runs: async () => begun(),
    async members(root) {
      if (!existsSync(runsFolder)) return [];
      return readdirSync(runsFolder)
        .filter(belongs(root))
        .filter((run) => hasBegun(journalOf(run)))
        .sort();
    },
    async read(run) {
      const path = journalOf(run);
      return existsSync(path) ? readLines(contentOf(path), path).entries : [];
    },
    isOwned: (run) => isLocked(lockName(run)),
    inbox(run) {
      const known = inboxes.get(run) ?? fileInbox(join(folder(run), 'inbox'));
      inboxes.set(run, known);
      return known;
    },
    async own(run, { takeOver }) {
      const root = rootOf(run);
      const lock = (await tryLock(lockName(root))) ?? (await contend(root, takeOver));
      makeFolder(folder(root));
      if (takeOver) for (const other of begun().filter(belongs(root))) fence(journalOf(other));
      replaceFile(ownerFileOf(root), Buffer.from(`${JSON.stringify(processes.self())}\n`));
      return owner(lock, journalOf);
    },
  };

  /** Somebody owns it. Either it is left alone and named, or ended, and the kernel says when it is gone. */
  async function contend(root: string, takeOver: boolean): Promise<Lock> {
    const living = readOwner(ownerFileOf(root));
    if (!takeOver) throw new Refusal('run.owned', { run: root, pid: living?.pid ?? 0 });
    if (living && processes.isAlive(living)) await processes.end(living);
    for (let tries = 0; tries < 50; tries++) {
      const lock = await tryLock(lockName(root));
      if (lock) return lock;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Refusal('run.owned', { run: root, pid: living?.pid ?? 0 });
  }
}

/** A journal without a whole first line is a run that has not begun: the power failed before it was told to. */
function hasBegun(path: string): boolean {
  if (!existsSync(path)) return false;
  const stats = statSync(path);
  return !stats.isFile() || stats.size > firstLookBytes || !isCut(path);
}

/** Longer than this, and a whole line was written: only the first one can be cut, and a run is begun by a short one. */
const firstLookBytes = 256 * 1024;

/** One that cannot be looked into counts as whole: it is a run that is there and cannot be read, which is worth saying. */
function isCut(path: string): boolean {
  try {
    return !readFileSync(path).includes('\n');
  } catch (error) {
    if (unreadable.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

const unreadable = new Set(['EACCES', 'EPERM', 'EISDIR', 'EIO']);

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!unreadable.has(code)) throw error;
    throw new Refusal('journal.unreadable', { path, detail: message });
  }
}

/** Puts the journal into a new file: whoever still holds the old one writes into nothing. */
function fence(path: string): void {
  replaceFile(path, readFileSync(path));
}

function readOwner(path: string): ChildProcess | undefined {
  if (!existsSync(path)) return undefined;
  const parsed = ownerSchema.safeParse(readJson(readFileSync(path, 'utf8')));
  return parsed.success ? parsed.data : undefined;
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
